/**
 * The candidate that a misspelt word most likely means; undefined if no candidate is close. A candidate is close if it
 * differs only in case, punctuation or spaces, or if at most two letters are missing, added, wrong or swapped. If the
 * word or the candidate has at most four characters, only one letter may differ.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = distanceOf(word, candidate)
    const limit = Math.min(word.length, candidate.length) <= 4 ? 1 : 2
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { candidate, distance }
    }
  }
  return best?.candidate
}

function distanceOf(word: string, candidate: string): number {
  if (Math.abs(word.length - candidate.length) > 3) return Number.POSITIVE_INFINITY
  const [bare, wanted] = [plain(word), plain(candidate)]
  return bare === wanted ? 0.5 : editDistance(bare, wanted)
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The number of changes that turn one text into the other. A change inserts, deletes or replaces a letter, or swaps two
 * neighbouring letters (optimal string alignment).
 */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1))
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, before[column - 2]! + 1)
      current.push(cost)
    }
    before = above
    above = current
  }
  return above[to.length]!
}
