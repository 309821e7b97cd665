import { words } from '../word-lists.js'

/**
 * Turkish vowel harmony: the last vowel of a word decides the vowels of its ending. The map gives for each last vowel
 * the high and the low vowel of an ending.
 */
const harmony: Record<string, [high: string, low: string]> = {
  ...{ a: ['ı', 'a'], ı: ['ı', 'a'], o: ['u', 'a'], u: ['u', 'a'] },
  ...{ e: ['i', 'e'], i: ['i', 'e'], ö: ['ü', 'e'], ü: ['ü', 'e'] },
}
/** Consonants at the end of a word that change before a vowel: "kitap" becomes "kitabı". */
const softened: Record<string, string> = { p: 'b', ç: 'c', t: 'd', k: 'ğ' }

const vowelsFor = (word: string) => harmony[[...word].findLast((letter) => letter in harmony) ?? 'e']!
const endsInVowel = (word: string) => word.at(-1)! in harmony

/** A word without accents in the two ways in which users type it: with the letter "ı", and with "i" in its place. */
export function typed(word: string): string[] {
  return [...new Set(words(`${word} ${word.replaceAll('ı', 'i')}`))]
}

/**
 * The case forms of a noun, also with the endings for "my", "our" and "his": "siparişi", "siparişe", "siparişimi",
 * "siparişini".
 */
function casesOf(noun: string): string[] {
  const [high, low] = vowelsFor(noun)
  const vowel = endsInVowel(noun)
  const last = noun.at(-1)!
  const stems = [...new Set([noun, noun.slice(0, -1) + (softened[last] ?? last)])]
  const ends = vowel
    ? [
        `y${high}`,
        `y${low}`,
        `n${high}n`,
        `s${high}`,
        `s${high}n${high}`,
        `m`,
        `m${high}`,
        `m${low}`,
        `m${high}z`,
        `m${high}z${high}`,
      ]
    : [
        high,
        low,
        `${high}n`,
        `${high}n${high}`,
        `${high}m`,
        `${high}m${high}`,
        `${high}m${low}`,
        `${high}n${low}`,
        `${high}m${high}z`,
        `${high}m${high}z${high}`,
      ]
  const places = ['d', 't'].flatMap((start) => [`${start}${low}`, `${start}${low}n`])
  return [noun, ...stems.flatMap((stem) => ends.map((end) => stem + end)), ...places.map((end) => noun + end)]
}

/** Nouns in all their forms, with the English word for each: `inflected('sipariş order')`. */
export function inflected(nouns: string): Record<string, string> {
  const accented = nouns.split(',').map((group) => group.trim().split(/\s+/))
  return Object.fromEntries(
    accented.flatMap((group) =>
      group.slice(0, -1).flatMap((noun) => {
        const plural = `${noun}l${vowelsFor(noun)[1]}r`
        return [...casesOf(noun), ...casesOf(plural)].flatMap(typed).map((form) => [form, group.at(-1)!])
      }),
    ),
  )
}

/** The forms of nouns in titles of tools, each with its English word: "sipariş", "siparişler", "siparişleri". */
export function titleForms(nouns: string): Record<string, string> {
  const forms = inflected(nouns)
  const titled = nouns
    .split(',')
    .flatMap((group) => group.trim().split(/\s+/).slice(0, -1))
    .flatMap((noun) => {
      const [high, low] = vowelsFor(noun)
      const plural = `l${low}r`
      return [noun, noun + plural, noun + plural + (high === 'ı' || high === 'u' ? 'ı' : 'i')]
    })
  return Object.fromEntries(titled.flatMap(typed).map((form) => [form, forms[form]!]))
}

/** The forms of verbs that users say in requests: "sil", "silin", "siler", "silebilir", "silmek". */
export function verbForms(verbs: string): string[] {
  return verbs
    .trim()
    .split(/\s+/)
    .flatMap((verb) => {
      const [high, low] = vowelsFor(verb)
      const joined = endsInVowel(verb) ? 'y' : ''
      const present = endsInVowel(verb) ? ['r'] : [`${low}r`, `${high}r`]
      const ends = [
        ...[
          `${joined}${high}n`,
          `${joined}${high}n${high}z`,
          `m${low}k`,
          `s${low}n${low}`,
          `${joined}${low}l${high}m`,
        ],
        ...[`${joined}${low}bilir`, `m${low}n${high}`, `m${low}n${high}z${high}`, ...present],
      ]
      return [verb, ...ends.map((end) => verb + end)].flatMap(typed)
    })
}
