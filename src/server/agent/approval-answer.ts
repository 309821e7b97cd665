import type { AgentTexts } from '../../languages/agent-texts.js'
import { approvalWords, otherApprovalWords } from '../../languages/approval-languages.js'
import type { ApprovalWords } from '../../languages/approval-words.js'
import { normalizeText } from '../../text/normalize.js'
import { type AnswerSpan, findSpans } from './approval-spans.js'
import type { History } from './history.js'
import { isUserMessage } from './history.js'

/** What the user is asked about, in words. */
export interface AskedCall {
  /** Verbs for what the call does, in the infinitive: "cancel". */
  verbs: readonly string[]
  /** The object, its ids and its values, as the question names them. */
  text: string
}

/**
 * The user's answer to each call of an approval request. `undefined`: the user has neither agreed nor refused, but set a
 * condition, wanted a change, asked something, or was unclear.
 */
export type ApprovalAnswers = readonly (boolean | undefined)[]

/** A longer text is no answer. */
const MAX_CHARS = 500

export interface AnswerContext {
  /** What the user is asked; at least one call. */
  calls: readonly AskedCall[]
  /** The whole question. Its words may come back in the answer. */
  question: string
  /** Tag of the session's language, such as `de-AT`. Answers in other languages are understood if all their words are known. */
  language: string
}

/** Reads the answer to an approval request. A refusal is never read as agreement; in doubt, an answer is `undefined`. */
export function readApprovalAnswers(text: string, context: AnswerContext): ApprovalAnswers {
  const { calls, question, language } = context
  const unclear = calls.map(() => undefined)
  const said = normalized(text)
  if (said === '' || said.length > MAX_CHARS) return unclear
  const asked = {
    calls: calls.map(({ verbs, text: words }) => ({ verbs: verbs.map(normalized), text: normalized(words) })),
    question: normalized(question),
  }
  const read = (words: ApprovalWords) => {
    const spans = findSpans(said, { ...asked, words })
    return { answers: calls.length > 1 ? readSeveral(spans, calls.length) : [readOne(spans)], spans }
  }
  const own = approvalWords(language)
  const { answers, spans } = read(own)
  if (answers.some((answer) => answer !== undefined) || spans.some(isTelling)) return answers
  const others = otherApprovalWords(own).flatMap((words) => {
    const other = read(words)
    return other.spans.some(({ kind }) => kind === 'unknown') || !other.spans.some(isTelling)
      ? []
      : [other.answers]
  })
  const [first] = others
  return first !== undefined && others.every((one) => String(one) === String(first)) ? first : unclear
}

const isTelling = ({ kind }: AnswerSpan) =>
  kind === 'yes' || kind === 'no' || kind === 'not' || kind === 'open' || kind === 'either'

const normalized = (text: string) =>
  normalizeText(text.slice(0, MAX_CHARS * 4), 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .trim()

/** The spans of a text that answers no question. */
const spansOf = (said: string, tag: string) =>
  findSpans(said, { calls: [{ verbs: [], text: '' }], question: '', words: approvalWords(tag) })

/**
 * Whether the user answers yes to an approval request that expired or was lost with an earlier conversation. Call it
 * only while no approval request is pending.
 */
export function answersLostQuestion(history: History, { tag }: AgentTexts): boolean {
  const said = normalized(history.turnText())
  if (said.length > MAX_CHARS || readOne(spansOf(said, tag)) !== true) return false
  const { items } = history
  const before = items.slice(0, items.findLastIndex((item) => !isUserMessage(item)) + 1)
  const last = before.at(-1)
  if (last === undefined) return items.every(isUserMessage)
  return last.type === 'mcp_approval_request'
}

/**
 * Whether the caller only says goodbye, with or without polite words: "Thanks, bye". The server then ends the telephone
 * call.
 */
export function isFarewell(text: string, { phone, tag }: AgentTexts): boolean {
  const said = normalized(text)
  if (said.length > MAX_CHARS) return false
  const plain = ` ${said
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `
  const farewells = phone.farewells.map(normalized)
  if (!farewells.some((phrase) => plain.includes(` ${phrase} `))) return false
  const rest = farewells.reduce((left, phrase) => left.replaceAll(` ${phrase} `, ' '), plain)
  return spansOf(rest, tag).every(({ kind }) => kind === 'yes' || kind === 'neutral')
}

interface Segment {
  spans: AnswerSpan[]
  /** A remark about the world, such as a reason. It answers nothing by itself. */
  isRemark: boolean
}

/** Splits an answer at its pauses, at words such as "and", and where a remark begins. */
function segmentsOf(spans: readonly AnswerSpan[]): Segment[] {
  const segments: Segment[] = []
  let open: Segment | undefined
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1]
    const endsRemark =
      next !== undefined && (next.kind === 'yes' || next.kind === 'no' || next.kind === 'verb')
    if (span.kind === 'pause' || (span.kind === 'joint' && (!open?.isRemark || endsRemark))) {
      open = undefined
      continue
    }
    const begins = span.kind === 'remark' && !open?.isRemark
    if (open === undefined || begins) {
      open = { spans: [], isRemark: begins }
      segments.push(open)
    }
    open.spans.push(span)
  }
  return segments
}

const holds = ({ spans }: Segment, ...kinds: AnswerSpan['kind'][]) =>
  spans.some(({ kind }) => kinds.includes(kind))
const isUnknown = (segment: Segment) =>
  holds(segment, 'unknown', 'number') || (!segment.isRemark && holds(segment, 'reason'))
/** "If it costs nothing" is a condition and refuses nothing, but "hm, no" refuses. */
function refuses(segment: Segment): boolean {
  const { spans } = segment
  const at = spans.findIndex(({ kind }) => kind === 'no')
  if (at < 0) return holds(segment, 'not') && !isUnknown(segment) && !holds(segment, 'open')
  return !isUnknown(segment) || !spans.slice(0, at).some(({ kind }) => kind === 'open')
}
const negates = (segment: Segment) => holds(segment, 'no', 'not')
const agrees = (segment: Segment) => !negates(segment) && holds(segment, 'yes', 'verb')

/** The answer to a single call. */
function readOne(spans: readonly AnswerSpan[]): boolean | undefined {
  const segments = segmentsOf(withSettledVerbs(spans))
  const plain = segments.filter(({ isRemark }) => !isRemark)
  const remarks = segments.filter(({ isRemark }) => isRemark)
  const asks = spans.some(({ kind }) => kind === 'question')
  const isOpen = asks || segments.some((one) => holds(one, 'open', 'but', 'either'))
  const refusal = plain.findLastIndex(refuses)
  const agreement = plain.findLastIndex(agrees)
  if (agreement < 0) {
    // "Not Friday, Saturday" is a change.
    const isChange = !plain.some((one) => holds(one, 'no')) && plain.some(isUnknown)
    if (refusal >= 0) return isChange ? undefined : false
    return remarks.some((one) => holds(one, 'no')) && !isOpen ? false : undefined
  }
  if (refusal >= 0) return !isOpen && !plain.some(isUnknown) && refusal > agreement ? false : undefined
  // "Yes, cancel it" is so explicit that a remark about it may contain a "not". A word that nobody knows may refuse.
  const isExplicit = plain.some((one) => holds(one, 'yes')) && plain.some((one) => holds(one, 'verb'))
  const isDoubtful = remarks.some((one) => holds(one, 'no') || (holds(one, 'not') && !isExplicit))
  return !isOpen && !isDoubtful && !segments.some(isUnknown) && !plain.some(negates) ? true : undefined
}

/** "Cancel it" may refuse where the call cancels something, but after a yes it agrees: "Yes, cancel it." */
function withSettledVerbs(spans: readonly AnswerSpan[]): readonly AnswerSpan[] {
  const yes = spans.findIndex(({ kind }) => kind === 'yes' || kind === 'verb')
  return spans.map((span, at) =>
    span.kind === 'either' && yes >= 0 && yes < at ? { ...span, kind: 'verb' } : span,
  )
}

/** The answers to several calls, such as "the first only" or "yes to the flight, no to the hotel". */
function readSeveral(spans: readonly AnswerSpan[], count: number): ApprovalAnswers {
  const unclear = Array.from({ length: count }, () => undefined)
  const segments = segmentsOf(withSettledVerbs(spans))
  const plain = segments.filter(({ isRemark }) => !isRemark)
  const names = ({ kind }: AnswerSpan) => kind === 'call' || kind === 'all' || kind === 'rest'
  if (!plain.some((one) => one.spans.some(names))) {
    const answer = readOne(spans)
    return unclear.map(() => answer)
  }
  const isOpen =
    spans.some(({ kind }) => kind === 'question') ||
    segments.some((one) => holds(one, 'open', 'either') || isUnknown(one) || (one.isRemark && negates(one)))
  if (isOpen || hasForeignVerb(spans)) return unclear
  const answers: (boolean | undefined)[] = [...unclear]
  let general: boolean | undefined
  let isOnlyThese = false
  for (const part of plain.flatMap((one) => partsOf(one.spans))) {
    const { calls, answer, isOnly, isRest, isAll } = part
    const chosen = isAll
      ? [...answers.keys()]
      : isRest
        ? [...answers.keys()].filter((at) => answers[at] === undefined)
        : calls
    if (chosen.length === 0) general ??= answer
    const own = answer ?? (isOnly ? true : general) ?? true
    // Both agreed and refused: unclear as a whole.
    if (!isAll && chosen.some((at) => answers[at] === false && own)) return unclear
    for (const at of chosen) answers[at] = own
    isOnlyThese ||= isOnly && chosen.length > 0 && own
  }
  const named = answers.filter((answer) => answer !== undefined)
  // What the user did not name: after "the first", only the first runs. After "not the second", nothing is said of it.
  const others = isOnlyThese ? false : (general ?? (named.includes(true) ? false : undefined))
  return answers.map((answer) => answer ?? others)
}

/** Whether a verb of one call comes with the object of another: "delete the hotel" where only the car is deleted. */
function hasForeignVerb(spans: readonly AnswerSpan[]): boolean {
  let named: number[] = []
  let own: readonly number[] = []
  for (const [at, { kind, calls = [] }] of spans.entries()) {
    const isOwn = (call: number) => own.includes(call)
    if (kind === 'pause' || kind === 'joint' || kind === 'no' || kind === 'not' || kind === 'but') {
      named = []
      own = []
    } else if (kind === 'verb') {
      own = calls.some((call) => named.includes(call)) ? [] : calls
    } else if (kind === 'call' && spans[at - 1]?.kind !== 'verb') {
      if (own.length > 0 && !calls.some(isOwn)) return true
      named.push(...calls)
      own = []
    }
  }
  return false
}

interface Part {
  calls: number[]
  answer: boolean | undefined
  isOnly: boolean
  isRest: boolean
  isAll: boolean
}

/** Splits a segment where a polarity follows or precedes another call: "only the flight, the hotel no". */
function partsOf(spans: readonly AnswerSpan[]): Part[] {
  const parts: Part[] = []
  const fresh = (): Part => ({ calls: [], answer: undefined, isOnly: false, isRest: false, isAll: false })
  let part = fresh()
  const isNamed = () => part.calls.length > 0 || part.isAll || part.isRest
  const isLastNaming = (at: number) =>
    !spans.slice(at + 1).some(({ kind }) => kind === 'call' || kind === 'all' || kind === 'rest')
  for (const [at, span] of spans.entries()) {
    const isPolarity =
      span.kind === 'yes' || span.kind === 'verb' || span.kind === 'no' || span.kind === 'not'
    const begins =
      (isPolarity && isNamed() && !isLastNaming(at)) ||
      ((span.kind === 'only' || span.kind === 'rest') && isNamed()) ||
      (span.kind === 'but' && isNamed()) ||
      (span.kind === 'call' &&
        isNamed() &&
        (part.answer !== undefined || part.isOnly) &&
        !span.calls?.every((one) => part.calls.includes(one)))
    if (begins) {
      parts.push(part)
      part = fresh()
    }
    // "All but the car" leaves the car out.
    if (span.kind === 'but' && spans[at - 1]?.kind === 'all') part.answer = false
    if (span.kind === 'only') part.isOnly = true
    if (span.kind === 'all') part.isAll = true
    if (span.kind === 'rest') part.isRest = true
    if (span.kind === 'call') part.calls.push(...(span.calls ?? []))
    if (span.kind === 'no' || span.kind === 'not') part.answer = false
    if (span.kind === 'yes' || span.kind === 'verb') part.answer ??= true
  }
  return [...parts, part]
}
