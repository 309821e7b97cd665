import { expect, it } from 'vitest'
import { shellQuoted, shellWord } from '../../src/cli/output.js'

it.each([
  ['postman.json', 'postman.json'],
  ['a/b-c_d@1.json', 'a/b-c_d@1.json'],
  ['prüfung.json', 'prüfung.json'],
  ['my shop.json', '"my shop.json"'],
  ['a;b', '"a;b"'],
  ['', '""'],
  ['$HOME', "'$HOME'"],
  ['`id`', "'`id`'"],
  ['wow!', "'wow!'"],
  ["it's $5", "'it'\\''s $5'"],
])('writes %j as one word of a shell', (text, want) => {
  expect(shellWord(text)).toBe(want)
})

it('always puts quotes around what is to be read as quoted', () => {
  expect(shellQuoted('pets')).toBe('"pets"')
  expect(shellQuoted('{"name":"O\'Hara"}')).toBe(`'{"name":"O'\\''Hara"}'`)
})
