/** Words that were put in the place of a reference, between two positions, and the words that were said. */
export interface Replaced {
  start: number
  end: number
  said: string
}

/** A whole text with its references resolved, and where they stand. */
export interface Resolved {
  text: string
  parts: readonly Replaced[]
}

interface Word {
  text: string
  start: number
  end: number
}

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))

/** How many words one reference and the words in its place have at most. */
const reach = 12

/** Finds where `text`, in which references are resolved, differs from what the user said. */
export function replacedIn(text: string, said: string): Replaced[] {
  if (text === said) return []
  const [now, before] = [wordsIn(text), wordsIn(said)]
  const isSame = (at: number, other: number) =>
    at >= now.length || other >= before.length
      ? at >= now.length && other >= before.length
      : now[at]!.text === before[other]!.text
  const found: Replaced[] = []
  let [at, other] = [0, 0]
  while (at < now.length || other < before.length) {
    if (isSame(at, other)) {
      at += 1
      other += 1
      continue
    }
    const gap = gaps.find(([a, b]) => isSame(at + a, other + b))
    if (!gap) break
    const [put, spoken] = [now.slice(at, at + gap[0]), before.slice(other, other + gap[1])]
    if (put[0] && spoken[0])
      found.push({
        start: put[0].start,
        end: put.at(-1)!.end,
        said: said.slice(spoken[0].start, spoken.at(-1)!.end),
      })
    at += gap[0]
    other += gap[1]
  }
  return found
}

/** The pairs of lengths that a replacement may have, the shortest first. */
const gaps = Array.from({ length: reach * 2 }, (_, sum) =>
  Array.from({ length: sum + 1 }, (_one, a): [number, number] => [a, sum - a]),
).flat()

/**
 * A part of a sentence that is taken as free text, in the words of the user: "call me when it arrives" even if "it"
 * stands for a record. A part that is only a reference stays the record.
 */
export function asSaid(
  { text, resolved }: { text: string; resolved?: Resolved },
  start: number,
  end: number,
): string {
  const offset = resolved ? resolved.text.indexOf(text) : -1
  const inside =
    resolved && offset >= 0
      ? resolved.parts.filter((one) => one.start >= offset + start && one.end <= offset + end)
      : []
  let whole = ''
  let at = start
  for (const one of inside) {
    if (one.start - offset === start && one.end - offset === end) return text.slice(start, end)
    whole += text.slice(at, one.start - offset) + one.said
    at = one.end - offset
  }
  return whole + text.slice(at, end)
}
