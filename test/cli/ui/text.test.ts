import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Text } from '../../../src/cli/ui/text.js'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['', 'red'],
  ['1', undefined],
])('with NO_COLOR=%j a red text is %s, and stays bold', (value, color) => {
  vi.stubEnv('NO_COLOR', value)
  const { props } = Text({ children: 'x', color: 'red', bold: true }) as ReactElement<Record<string, unknown>>
  expect(props).toMatchObject({ bold: true })
  expect(props.color).toBe(color)
})
