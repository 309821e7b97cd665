import anyAscii from 'any-ascii'
import { wordsOf } from '../meaning/words.js'

/** The words of a name in ASCII, whatever its script: `Größe ändern` is `grosse andern`, `Получить заказ` is `poluchit zakaz`. */
export function asciiWords(text: string): string[] {
  const ascii = /^[\x20-\x7e]*$/.test(text)
    ? text
    : anyAscii(text.replace(/\p{Extended_Pictographic}/gu, ' '))
  return wordsOf(ascii.replace(/['’`]/g, ''))
}
