import { commonWords } from '../../languages/approval-languages.js'
import type { ApprovalWords } from '../../languages/approval-words.js'
import { oncePer } from '../../toolkit/model/lazy.js'

/** A piece of an answer to an approval request, and what it does there. */
export interface AnswerSpan {
  kind:
    | 'yes'
    | 'no'
    | 'not'
    | 'open'
    | 'but'
    | 'joint'
    | 'because'
    | 'remark'
    | 'neutral'
    | 'all'
    | 'only'
    | 'rest'
    /** A verb of the question. */
    | 'verb'
    /** Names one or several of the calls. */
    | 'call'
    /** Words of the question. */
    | 'echo'
    | 'pause'
    | 'question'
    /** A number that the question does not contain. */
    | 'number'
    | 'unknown'
  /** Indexes of the named calls. */
  calls?: readonly number[]
}

export interface SpanContext {
  words: ApprovalWords
  calls: readonly { verbs: readonly string[]; text: string }[]
  question: string
}

const TOKENS =
  /\p{Script=Han}|\p{L}+|\d+|[?？؟]|[.,;:!…—–。，；：！、\n]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu

const tokensOf = (text: string): string[] => text.trim().match(TOKENS) ?? []

type Phrase = { tokens: readonly string[]; kind: AnswerSpan['kind']; ordinal?: number }

/** The phrases of a language by their first word, the longest first. Of two equal phrases, the first one counts. */
const phrasesOf = oncePer((words: ApprovalWords): ReadonlyMap<string, readonly Phrase[]> => {
  const { ordinals } = words
  const lists: [kind: AnswerSpan['kind'], text: string][] = [
    ['rest', words.rest],
    ['all', words.all],
    ['only', words.only],
    ['no', words.no],
    ['not', words.not],
    ['open', words.open],
    ['but', words.but],
    ['yes', words.yes],
    ['because', words.because],
    ['joint', words.joints],
    ['neutral', words.neutral],
    ['remark', words.remarks],
  ]
  const phrases = new Map<string, Phrase[]>()
  const add = (phrase: Phrase) => {
    const [first] = phrase.tokens
    if (first === undefined) return
    const known = phrases.get(first) ?? []
    phrases.set(
      first,
      [...known, phrase].sort((a, b) => b.tokens.length - a.tokens.length),
    )
  }
  const forms = ordinals.split(',').map((one) => one.split('/'))
  for (const [at, one] of forms.entries())
    for (const form of one)
      add({ tokens: tokensOf(plainText(form)), kind: 'call', ordinal: at === forms.length - 1 ? -1 : at })
  for (const [kind, text] of lists)
    for (const phrase of text.split(',')) add({ tokens: tokensOf(plainText(phrase)), kind })
  return phrases
})

const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Kinds that have a meaning only if several calls are asked about, with their kind if there is one call. */
const IF_SINGLE: Partial<Record<AnswerSpan['kind'], AnswerSpan['kind']>> = {
  all: 'neutral',
  only: 'neutral',
  rest: 'open',
  call: 'unknown',
}

/** "Yes to all" agrees, but "delete everything" asks for more than the call does. */
function kindIfSingle(kind: AnswerSpan['kind'], before: readonly AnswerSpan[]): AnswerSpan['kind'] {
  const last = before.findLast((span) => span.kind !== 'neutral')
  return kind === 'all' && last?.kind === 'verb' ? 'unknown' : (IF_SINGLE[kind] ?? kind)
}

/** Finds the spans of an answer. All texts are in lower case and without accents. */
export function findSpans(text: string, { words, calls, question }: SpanContext): AnswerSpan[] {
  const { numberOf } = commonWords(words)
  const tokens = tokensOf(text)
  const phrases = phrasesOf(words)
  const echo = new Set(tokensOf([question, ...calls.map((call) => call.text)].join(' ')))
  const verbs = calls.map((call) => call.verbs.map((verb) => withoutHelper(tokensOf(verb), words)))
  const objects = calls.map((call) => new Set(tokensOf(call.text)))
  const single = calls.length === 1
  const spans: AnswerSpan[] = []
  const phraseAt = (at: number, isFit: (phrase: Phrase) => boolean = () => true) =>
    phrases
      .get(tokens[at]!)
      ?.find((phrase) => isFit(phrase) && phrase.tokens.every((token, index) => tokens[at + index] === token))
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!
    const verb = verbAt(tokens, { at, verbs: verbs.flat(), words })
    const phrase = phraseAt(at, ({ kind }) => !single || kind !== 'call')
    if (verb.length > 0 && phrase?.kind !== 'yes') {
      const own = single
        ? []
        : uniqueCalls(
            verbs.map((own) => own.some((one) => verbAt(tokens, { at, verbs: [one], words }).length > 0)),
          )
      spans.push({ kind: verb.isNegated ? 'no' : 'verb' })
      if (own.length === 1) spans.push({ kind: 'call', calls: own })
      at += verb.length
    } else if (phrase) {
      at += phrase.tokens.length
      const count = phrase.ordinal === undefined ? undefined : numberOf(tokens[at] ?? '')
      if (count !== undefined) at += 1
      spans.push(
        single ? { kind: kindIfSingle(phrase.kind, spans) } : spanOf(phrase, { calls: calls.length, count }),
      )
    } else {
      spans.push(otherSpan(token, { echo, objects, single, words }))
      at += 1
    }
  }
  return spans
}

/** The span of a phrase in an answer about several calls. "first" names the first call, and "first two" the first two. */
function spanOf(
  { kind, ordinal }: Phrase,
  { calls, count = 1 }: { calls: number; count: number | undefined },
): AnswerSpan {
  if (ordinal === undefined) return { kind }
  const from = ordinal < 0 ? calls - count : ordinal
  const named = Array.from({ length: count }, (_, index) => from + index)
  return named.every((one) => one >= 0 && one < calls) ? { kind, calls: named } : { kind: 'unknown' }
}

/** How many tokens at a position are a form of one of the verbs: 2 for "call off", 0 if there is no verb. */
function verbAt(
  tokens: readonly string[],
  { at, verbs, words }: { at: number; verbs: readonly (readonly string[])[]; words: ApprovalWords },
): { length: number; isNegated: boolean } {
  const found = verbs.find(
    (verb) => verb.length > 0 && verb.every((part, index) => isFormOf(tokens[at + index] ?? '', part, words)),
  )
  const length = found?.length ?? 0
  return { length, isNegated: found !== undefined && negates(tokens[at + length - 1]!, found.at(-1)!, words) }
}

/** The tokens of a verb without a verb that only carries its endings: "iptal" of "iptal etmek". */
function withoutHelper(verb: readonly string[], { helpers = '' }: ApprovalWords): readonly string[] {
  const isHelper = verb.length > 1 && tokensOf(helpers).includes(verb.at(-1)!)
  return isHelper ? verb.slice(0, -1) : verb
}

/** Whether a word is a form of a verb: it has the beginning of the infinitive in common, without its ending. */
function isFormOf(token: string, verb: string, { ending, prefixes = '' }: ApprovalWords): boolean {
  const starts = ['', ...prefixes.split(',').map((one) => one.trim())]
  return starts.some((start) => {
    if (!token.startsWith(start)) return false
    const own = token.slice(start.length)
    const shared = sharedLength(own, verb)
    const lost = verb.length - shared
    if (shared < Math.min(3, verb.length)) return false
    return (
      lost <= (verb.length > 6 ? ending + 1 : ending) &&
      own.length - shared <= (verb.length < 5 && ending < 2 ? 3 : 7)
    )
  })
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Whether a form of a verb refuses: "silme" of "silmek". */
function negates(token: string, verb: string, { negated }: ApprovalWords): boolean {
  return (
    negated?.test(token.slice(Math.max(0, Math.min(sharedLength(token, verb), verb.length - 3)))) ?? false
  )
}

const uniqueCalls = (has: readonly boolean[]): number[] => {
  const found = has.flatMap((one, at) => (one ? [at] : []))
  return found.length === 1 ? found : []
}

interface Known {
  echo: ReadonlySet<string>
  objects: readonly ReadonlySet<string>[]
  single: boolean
  words: ApprovalWords
}

/** The span of a word that is in no list. */
function otherSpan(token: string, { echo, objects, single, words }: Known): AnswerSpan {
  if (/^[?？؟]$/.test(token)) return { kind: 'question' }
  if (/^[^\p{L}\d\p{Extended_Pictographic}]/u.test(token)) return { kind: 'pause' }
  const { empty, numberOf } = commonWords(words)
  const value = /^\d+$/.test(token) ? Number(token) : numberOf(token)
  if (!single && token.length > 1 && !empty.has(token)) {
    const own = uniqueCalls(objects.map((object) => [...object].some((word) => isFormOfNoun(token, word))))
    if (own.length === 1) return { kind: 'call', calls: own }
  }
  if (!single && value !== undefined && value >= 1 && value <= objects.length)
    return { kind: 'call', calls: [value - 1] }
  if (echo.has(String(value ?? token)) || [...echo].some((word) => isFormOfNoun(token, word)))
    return { kind: 'echo' }
  if (empty.has(token)) return { kind: 'neutral' }
  return { kind: value === undefined ? 'unknown' : 'number' }
}

/** Whether a word is another form of a noun of the question: "araca" of "araç". */
function isFormOfNoun(token: string, word: string): boolean {
  if (token === word) return true
  const shared = sharedLength(token, word)
  return word.length > 3 && shared >= Math.max(4, word.length - 1) && token.length - shared <= 3
}
