/** Turkish vowel harmony: for each last vowel, the high and the low vowel of an ending. */
const harmony: Record<string, [high: string, low: string]> = {
  ...{ a: ['ı', 'a'], ı: ['ı', 'a'], o: ['u', 'a'], u: ['u', 'a'] },
  ...{ e: ['i', 'e'], i: ['i', 'e'], ö: ['ü', 'e'], ü: ['ü', 'e'] },
}
/** Consonants at the end of a word that change before a vowel: "kitap" becomes "kitabı". */
const softened: Record<string, string> = { p: 'b', ç: 'c', t: 'd', k: 'ğ' }

/** Endings of nouns after a vowel and after a consonant, also for "my", "our" and "his". H and L are the vowels. */
const CASES = {
  vowel: ['yH', 'yL', 'nHn', 'sH', 'sHnH', 'm', 'mH', 'mL', 'mHz', 'mHzH'],
  consonant: ['H', 'L', 'Hn', 'HnH', 'Hm', 'HmH', 'HmL', 'HnL', 'HmHz', 'HmHzH'],
}
const PLACES = ['dL', 'dLn', 'tL', 'tLn']

function withEndings(word: string, endings: readonly string[]): string[] {
  const [high, low] = harmony[[...word].findLast((letter) => letter in harmony) ?? 'e']!
  return endings.map((ending) => word + ending.replaceAll('H', high).replaceAll('L', low))
}

const endsInVowel = (word: string) => word.at(-1)! in harmony

/** The case forms of a noun in singular and plural: "siparişi", "siparişe", "siparişimi", "siparişlerini". */
export function casesOf(noun: string): string[] {
  return [noun, ...withEndings(noun, ['lLr'])].flatMap((form) => {
    const last = form.at(-1)!
    const stems = new Set([form, form.slice(0, -1) + (softened[last] ?? last)])
    const endings = CASES[endsInVowel(form) ? 'vowel' : 'consonant']
    return [form, ...[...stems].flatMap((stem) => withEndings(stem, endings)), ...withEndings(form, PLACES)]
  })
}

/** The forms of a noun in titles of tools: "sipariş", "siparişler", "siparişleri". */
export const titleFormsOf = (noun: string): string[] => {
  const [plural = ''] = withEndings(noun, ['lLr'])
  return [noun, plural, ...withEndings(plural, ['H'])]
}

/** The forms of a verb that users say in requests: "sil", "silin", "siler", "silebilir", "silmek". */
export function verbFormsOf(verb: string): string[] {
  const joint = endsInVowel(verb) ? 'y' : ''
  const present = endsInVowel(verb) ? ['r'] : ['Lr', 'Hr']
  const after = ['Hn', 'HnHz', 'LlHm', 'Lbilir'].map((ending) => joint + ending)
  return [verb, ...withEndings(verb, [...after, 'mLk', 'sLnL', 'mLnH', 'mLnHzH', ...present])]
}
