const FEWEST_LETTERS = 3
const SHARE = { longer: 0.55, shorter: 0.8 }

/**
 * The word of `subjects` that has the longest beginning in common with a word. For example, the Turkish "yazarlara"
 * gives "yazar". For a language without a stemmer, this comparison finds the forms of a word.
 */
export function otherFormOf(word: string, subjects: Iterable<string>): string | undefined {
  let best: string | undefined
  let most = FEWEST_LETTERS - 1
  for (const subject of subjects) {
    const common = commonBeginning(word, subject)
    const [shorter, longer] = [word.length, subject.length].sort((a, b) => a - b) as [number, number]
    if (common <= most || common < SHARE.longer * longer || common < SHARE.shorter * shorter) continue
    most = common
    best = subject
  }
  return best
}

function commonBeginning(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
