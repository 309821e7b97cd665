import { expect, it } from 'vitest'
import { isSendKey } from '../../../src/client/overlay/composer.js'

it.each([
  ['Enter', {}, true],
  ['Shift and Enter', { shiftKey: true }, false],
  ['an Enter that completes a word of an input method', { isComposing: true, keyCode: 229 }, false],
  ['the same Enter in Safari, after the composition', { keyCode: 229 }, false],
  ['another key', { key: 'a', keyCode: 65 }, false],
])('decides for %s whether the message is sent', (_, pressed, sends) => {
  expect(isSendKey({ key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13, ...pressed })).toBe(
    sends,
  )
})
