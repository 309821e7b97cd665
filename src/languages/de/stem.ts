import { stemEnglish } from '../en/stem.js'

/** Endings of German nouns, verbs and adjectives, the longest first. */
const endings = ['ungen', 'ern', 'est', 'em', 'en', 'er', 'es', 'et', 'st', 'e', 'n', 's', 't']
const shortest = 4

/**
 * Reduces the forms of a German word to one: "Rechnungen" and "Rechnung", "lösche" and "löschen". The names of an API
 * are mostly English, so English forms are reduced first. The result has no umlauts: "losche".
 */
export function stemGerman(word: string): string {
  const plain = word.replaceAll('ß', 'ss')
  if (plain.length <= shortest || /\d/.test(plain)) return plain
  const form = stemEnglish(plain)
  const ending = endings.find((one) => form.endsWith(one) && form.length - one.length >= leastLeft(one))
  if (ending === undefined) return form
  return ending === 'ungen' ? form.slice(0, -2) : form.slice(0, -ending.length)
}

/**
 * The minimum number of letters before an ending. It is higher for "er", because many English words end in "er":
 * "user", "layer".
 */
function leastLeft(ending: string): number {
  return ending.startsWith('er') ? shortest : shortest - 1
}

/** Whether a word looks like a plural: most German ones end in "en", "er" or, like English ones, in "s". */
export function isGermanPlural(word: string): boolean {
  return word.length > 5 && /(en|er|nde|[^s]s)$/.test(word) && !/(us|is|ung|keit|heit)$/.test(word)
}
