/** A sentence is boilerplate if at least so many descriptions have it, and this share of all that are not empty. */
const MIN_COUNT = 4
const MIN_SHARE = 0.12
/** For first sentences the share is higher: similar requests often begin alike, and this sentence says what they do. */
const FIRST_SHARE = 0.4

/** Sentences about the permissions that a request needs. They do not help a model to choose the right tool. */
const SCOPES =
  /^\W*(?:(?:required|requires|needs|necessary|oauth2?|authentication|authorization|api) ){0,3}scopes?\b(?! of\b)/i
const NOTHING =
  /^[^\p{L}\p{N}]*(?:(?:null|undefined|none|nil|n\/?a|todo|tbd|fixme|(?:no )?description|string)[^\p{L}\p{N}]*|lorem ipsum\b.*)?$/isu
const PAGING = /\b(?:paging|paginat(?:ed|ion|e)|pages?|cursor)\b/i
/** The start of a sentence that says what a request does. */
const DOES =
  /^\W*(?:returns?|lists?|gets?|retrieves?|fetch(?:es)?|shows?|search(?:es)?|finds?|reads?|creates?|updates?|deletes?|adds?|opens?|loads?)\b/i
const LINK = /^[^\p{L}\p{N}]*https?:\/\/\S+$/iu
const BULLET = /^\s*(?:[-*+•]|\d+[.)]) /

/** The descriptions without boilerplate. One in which no other sentence says what the request does becomes `''`. */
export function withoutBoilerplate(descriptions: readonly string[]): string[] {
  const texts = descriptions.map(linesOf)
  const counts = new Map<string, number>()
  for (const lines of texts)
    for (const sentence of new Set(lines.flat())) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  const described = texts.filter((lines) => lines.length > 0).length
  const isRepeated = (sentence: string, isFirst: boolean) => {
    const count = /\p{L}{2}/u.test(sentence) ? counts.get(sentence)! : 0
    return count >= MIN_COUNT && count / described >= (isFirst ? FIRST_SHARE : MIN_SHARE)
  }
  return texts.map((lines) => telling(withoutRepeated(lines, isRepeated)))
}

function linesOf(text: string): string[][] {
  if (text.trim() === '') return []
  return text
    .split('\n')
    .map((line) => line.split(/(?<=[.!?:]) +/).filter((sentence) => sentence.trim() !== ''))
}

/** Removes repeated sentences, those about permissions, and bare addresses; after a removed colon, also the list. */
function withoutRepeated(
  lines: string[][],
  isRepeated: (sentence: string, isFirst: boolean) => boolean,
): string[][] {
  let isFirst = true
  let isAnnounced = false
  return lines.map((line) =>
    line.filter((sentence) => {
      if (isAnnounced && (BULLET.test(sentence) || /^\W*`[^`]*`/.test(sentence))) return false
      const isDropped = SCOPES.test(sentence) || LINK.test(sentence.trim()) || isRepeated(sentence, isFirst)
      isAnnounced = isDropped && sentence.endsWith(':')
      isFirst &&= isDropped
      return !isDropped
    }),
  )
}

/** The lines as one text; `''` if none is useful, such as a placeholder or words about paging only. */
function telling(lines: string[][]): string {
  const sentences = lines.flat()
  const isTelling = sentences.some((one) => !NOTHING.test(one) && (!PAGING.test(one) || DOES.test(one)))
  return isTelling ? lines.map((line) => line.join(' ')).join('\n') : ''
}
