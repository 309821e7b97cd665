import { editDistance } from '../../text/edit-distance.js'

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
