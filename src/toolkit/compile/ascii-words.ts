import anyAscii from 'any-ascii'
import { wordsOf } from '../semantics/words.js'

/** The words of a name in ASCII: `Größe` gives `['grosse']`, and `Получить заказ` gives `['poluchit', 'zakaz']`. */
export function asciiWords(text: string): readonly string[] {
  if (/^[\w -]*$/.test(text)) return wordsOf(text)
  const ascii = /^[\x20-\x7e]*$/.test(text)
    ? text
    : anyAscii(text.replace(/\p{Extended_Pictographic}/gu, ' '))
  return wordsOf(ascii.replace(/['’`]/g, ''))
}
