import { editDistance } from '../../text/edit-distance.js'

/** The candidate that differs in case, signs, or two letters at most (one if short); undefined if none is close. */
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
