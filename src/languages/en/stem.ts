const irregular = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    mice: 'mouse',
    indices: 'index',
    statuses: 'status',
    analyses: 'analysis',
    sold: 'sell',
    bought: 'buy',
    sent: 'send',
    made: 'make',
    paid: 'pay',
    took: 'take',
    taken: 'take',
    wrote: 'write',
    written: 'write',
  }),
)

/** Endings of singular words that look like a plural. */
const singularEndings = /(ss|us|is|os|ous|news)$/

/** One stem for the forms of an English word: `policy` for "policies", `delet` for "deletion". */
export function stemEnglish(word: string): string {
  const base = irregular.get(word) ?? word.replace(/(?<=.{3})our/, 'or')
  if (base.length <= 3 || /\d/.test(base)) return base
  return withoutFinalE(withoutNounEnding(withoutTense(singularEnglish(base))))
}

export function isEnglishPlural(word: string): boolean {
  return word.length > 3 && (irregular.has(word) ? /(e[ns]|e)$/.test(word) : endsLikePlural(word))
}

function endsLikePlural(word: string): boolean {
  return word.endsWith('s') && !singularEndings.test(word)
}

export const PLURAL_OF_IE = /(?:^[dlpt]|mov|cook|calor|zomb|self|hood|brown|rook|smooth|food|newb|goal)ies$/

/** The singular of an English plural: "policies" becomes "policy". */
export function singularEnglish(word: string): string {
  if (!endsLikePlural(word)) return word
  if (/[^aeiou]ies$/.test(word) && !PLURAL_OF_IE.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

const UNCOUNTABLE = /(data|info|information|news|staff|feedback|content|access)$/

export function pluralEnglish(word: string): string | undefined {
  if (UNCOUNTABLE.test(word)) return undefined
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  if (/[^s]os$/.test(word)) return word
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function withoutTense(word: string): string {
  const ending = ['ing', 'ed'].find((one) => word.endsWith(one)) ?? ''
  const stem = word.slice(0, word.length - ending.length)
  if (!ending || stem.length < 3 || !/[aeiouy]/.test(stem)) return word
  if (word.endsWith('ied')) return `${word.slice(0, -3)}y`
  return single(stem)
}

/** Removes the second of two equal consonants at the end: "stopp", "cancell", but not of "call" or "pass". */
function single(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) || /[aeiou][^aeiou]+[aeiou]ll$/.test(stem) ? stem.slice(0, -1) : stem
}

function withoutNounEnding(word: string): string {
  if (word.length > 8 && /(is|iz)ation$/.test(word)) return word.slice(0, -5)
  if (word.length > 8 && word.endsWith('ation')) return single(word.slice(0, -5))
  if (word.length > 6 && /[st]ion$/.test(word)) return word.slice(0, -3)
  if (word.length > 7 && word.endsWith('tor')) return word.slice(0, -2)
  return word
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
}
