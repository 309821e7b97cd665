import type { AgentTexts } from '../../languages/agent-texts.js'
import { type ApprovalWords, approvalWords, otherApprovalWords } from '../../languages/approval-words.js'
import { type AnswerSpan, findSpans, readable } from './approval-spans.js'
import type { History } from './history.js'
import { isUserMessage } from './history.js'

/** What the user is asked about, in words. */
export interface AskedCall {
  /** Whether the call takes something away, as a cancellation does. @default false */
  removes?: boolean
  /** Verbs for what the call does, in the infinitive: "cancel". */
  verbs: readonly string[]
  /** The object, its ids and its values, as the question names them. */
  text: string
}

/**
 * The user's answer to each call of an approval request. `undefined`: the user has neither agreed nor refused, but set a
 * condition, wanted a change, asked something, or was unclear.
 */
type Answers = readonly (boolean | undefined)[]

/** What the user said to an approval request. */
export interface ApprovalAnswers {
  answers: Answers
  /** Whether the user also wants something else: "Yes, and then show me my orders." */
  hasWish: boolean
}

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
  const unclear = { answers: calls.map(() => undefined), hasWish: false }
  if (text.trim() === '' || text.length > MAX_CHARS) return unclear
  const isRemoval = calls.length === 1 && calls[0]?.removes === true
  const read = (words: ApprovalWords) => {
    const plain = (part: string) => readable(part, words)
    const asked = calls.map(({ verbs, text: object }) => ({ verbs: verbs.map(plain), text: plain(object) }))
    const all = findSpans(plain(text), { calls: asked, question: plain(question), words })
    const spans = settled(all, isRemoval)
    const answers = calls.length > 1 ? readSeveral(spans, calls.length) : [readOne(spans, isRemoval)]
    return { answers, hasWish: spans.length < all.length, spans }
  }
  const own = approvalWords(language)
  const inOwn = read(own)
  // Words of another language must not decide: "no" is no refusal in the Polish "no dobra".
  const others = otherApprovalWords(own)
    .map(read)
    .filter(({ spans }) => spans.some(isTelling) && spans.every(({ kind }) => kind !== 'unknown'))
  const [first] = others
  const isOther = first !== undefined && inOwn.spans.some(({ kind }) => kind === 'unknown')
  if (!isOther) return inOwn
  return others.every((one) => String(one.answers) === String(first.answers)) ? first : unclear
}

const isTelling = (span: AnswerSpan) =>
  isOf(span, 'yes', 'weak', 'no', 'needless', 'not', 'open', 'asks', 'changes', 'either')

/** The spans of a text that answers no question. */
function spansOf(text: string, tag: string): AnswerSpan[] {
  const words = approvalWords(tag)
  return findSpans(readable(text, words), { calls: [{ verbs: [], text: '' }], question: '', words })
}

/**
 * Whether the user answers yes to an approval request that expired or was lost with an earlier conversation. Call it
 * only while no approval request is pending.
 */
export function answersLostQuestion(history: History, { tag }: AgentTexts): boolean {
  const said = history.turnText()
  if (said.length > MAX_CHARS) return false
  const spans = settled(spansOf(said, tag), false)
  // Without a question beside them, unknown words are a request of their own.
  if (spans.some(({ kind }) => kind === 'unknown') || readOne(spans) !== true) return false
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
  if (text.length > MAX_CHARS) return false
  const words = approvalWords(tag)
  const said = readable(text, words)
  const plain = ` ${said
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `
  const farewells = phone.farewells
    .map((phrase) => readable(phrase, words))
    .sort((a, b) => b.length - a.length)
  if (!farewells.some((phrase) => plain.includes(` ${phrase} `))) return false
  const rest = farewells.reduce((left, phrase) => left.replaceAll(` ${phrase} `, ' '), plain)
  return spansOf(rest, tag).every((span) => isOf(span, 'yes', 'weak', 'neutral', 'slots', 'urges', 'deictic'))
}

interface Segment {
  spans: AnswerSpan[]
  /** A remark about the world, such as a reason. It answers nothing by itself. */
  isRemark: boolean
}

/**
 * Splits an answer at its pauses, at words such as "and", and where a remark begins. With `joinsCalls`, a remark directly
 * after the name of a call belongs to it: "the hotel I can do without".
 */
function segmentsOf(spans: readonly AnswerSpan[], { joinsCalls = false } = {}): Segment[] {
  const segments: Segment[] = []
  let open: Segment | undefined
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1]
    const endsRemark = next !== undefined && isOf(next, 'yes', 'no', 'verb')
    // "We can do without it, yes" in speech, which has no commas.
    const isLastYes = span.kind === 'yes' && (next === undefined || next.kind === 'pause')
    if (isLastYes && open?.isRemark && !negates(open)) open = undefined
    if (span.kind === 'pause' || (isOf(span, 'joints', 'wishes') && (!open?.isRemark || endsRemark))) {
      open = undefined
      continue
    }
    // In "delete my calendar", "my" begins no remark.
    const last = open?.spans.at(-1)
    const isObject = span.isSlot && last && isOf(last, 'verb', 'slots')
    const isOfCall = joinsCalls && open && holds(open, 'call')
    const begins = span.kind === 'remarks' && !open?.isRemark && !isObject && !isOfCall
    if (open === undefined || begins) {
      open = { spans: [], isRemark: begins }
      segments.push(open)
    }
    open.spans.push(span)
  }
  return segments
}

const isOf = ({ kind }: AnswerSpan, ...kinds: AnswerSpan['kind'][]) => kinds.includes(kind)
const holds = ({ spans }: Segment, ...kinds: AnswerSpan['kind'][]) =>
  spans.some((span) => isOf(span, ...kinds))
const isUnknown = (segment: Segment) => holds(segment, 'unknown', 'value')
const negates = (segment: Segment) => holds(segment, 'no', 'needless', 'not')
const agrees = (segment: Segment) =>
  !negates(segment) &&
  (saysYesIn(segment) || holds(segment, 'weak') || (holds(segment, 'verb') && !holds(segment, 'open')))

/** Whether a segment says yes before much else is said: in "list the pets that are sold", "sold" is no answer. */
const saysYesIn = (segment: Segment) => holds(segment, 'yes') && unknownBeforeYes(segment) < 2

/** How many unknown words stand before the yes of a segment: 1 in "Emma yes". */
const unknownBeforeYes = ({ spans }: Segment): number =>
  spans
    .slice(
      0,
      Math.max(
        spans.findIndex(({ kind }) => kind === 'yes'),
        0,
      ),
    )
    .filter(({ kind }) => kind === 'unknown').length

/** "The blue one, please": nothing but words of the question and an order. */
const ordersIt = ({ spans }: Segment) =>
  spans.some(({ kind }) => kind === 'echo') &&
  spans.some(({ kind }) => kind === 'urges') &&
  spans.every((span) => isOf(span, 'echo', 'urges', 'neutral', 'slots', 'deictic'))

/** "Please": nothing but polite words. As the whole answer, they ask for what the question offers. */
const isPolite = ({ spans }: Segment) => spans.every((span) => isOf(span, 'urges', 'neutral'))

/** "If it costs nothing" is a condition and refuses nothing, but "hm, no" refuses. */
function refuses(segment: Segment): boolean {
  const { spans } = segment
  const at = spans.findIndex((span) => isOf(span, 'no', 'needless'))
  const isDoubted = spans.slice(0, at).some((span) => isOf(span, 'open', 'asks', 'changes'))
  if (at >= 0) return !isDoubted || !isUnknown(segment)
  if (!holds(segment, 'not') || holds(segment, 'open', 'asks', 'changes')) return false
  return !isUnknown(segment) || holds(segment, 'verb', 'yes')
}

/** The answer to a single call. */
function readOne(spans: readonly AnswerSpan[], isRemoval = false): boolean | undefined {
  const segments = segmentsOf(spans)
  const plain = segments.filter(({ isRemark }) => !isRemark)
  const remarks = segments.filter(({ isRemark }) => isRemark)
  const isOpen = spans.some((span) => isOf(span, 'question', 'open', 'asks', 'changes', 'but', 'either'))
  const refusal = plain.findLastIndex(refuses)
  const isPlea = spans.some(({ kind }) => kind === 'urges') && segments.every(isPolite)
  const agreement = isPlea ? 0 : Math.max(plain.findLastIndex(agrees), plain.findLastIndex(ordersIt))
  if (agreement < 0) {
    // "Not Friday, Saturday" is a change, and so is "No, make it 8".
    const isChange =
      plain.some((one) => holds(one, 'value')) ||
      (!plain.some((one) => holds(one, 'no', 'needless')) && plain.some(isUnknown))
    // "Yes, I mean no": what holds is uncertain.
    const isTorn = plain.some((one) => holds(one, 'no') && holds(one, 'yes') && holds(one, 'open'))
    // "Hang on, don't I have a call then?"
    const isMeant =
      !isOpen || plain.some((one) => refuses(one) && holds(one, 'no', 'needless', 'verb', 'either', 'yes'))
    if (refusal >= 0) return isChange || isTorn || !isMeant ? undefined : false
    return remarks.some((one) => holds(one, 'no', 'needless')) && !isOpen ? false : undefined
  }
  const last = plain.at(-1)
  // "Stop using it, I say, yes, block it": the last word counts if it is as clear as that.
  const isLastWord = agreement === plain.length - 1 && last && holds(last, 'yes') && holds(last, 'verb')
  if (refusal >= 0) {
    if (isLastWord && !isOpen && refusal < agreement && !namesOther(segments)) return true
    return !isOpen && !plain.some(isUnknown) && refusal > agreement ? false : undefined
  }
  const saysYes =
    isPlea ||
    plain.some(
      (one) => saysYesIn(one) || (holds(one, 'weak') && holds(one, 'echo') && !holds(one, 'unknown')),
    ) ||
    spans.filter(({ kind }) => kind === 'weak').length > 1
  // "Yes, cancel it" is so explicit that a remark about it may contain a "not".
  const isCertain =
    saysYes && (isRemoval || spans.filter((span) => isOf(span, 'yes', 'weak', 'verb')).length > 1)
  const isDoubtful = remarks.some(
    ({ spans }) =>
      spans.some((span) => isOf(span, 'no', 'needless') && !span.isMild) ||
      (spans.some((span) => isOf(span, 'no', 'not')) &&
        (!isCertain || spans.some(({ kind }) => kind === 'verb'))),
  )
  if (isOpen || isDoubtful || plain.some(negates) || namesOther(segments)) return undefined
  // "Good" alone may belong to what follows, but a verb of the question does not.
  const told = plain.some((one) => holds(one, 'verb')) ? plain : segments
  return saysYes || !told.some((one) => holds(one, 'unknown')) ? true : undefined
}

/**
 * The spans of an answer with those settled that have a meaning only in their place:
 * - "What" asks at the beginning of a thought, but not in "that's what I want".
 * - "Cancel it" may refuse where the call cancels something, but after a yes it agrees: "Yes, cancel it."
 * - "I don't need it" is only a reason after a yes if the call takes something away.
 * - A wish for something else is no part of the answer: "Yes, and then show me my orders."
 */
function settled(spans: readonly AnswerSpan[], isRemoval: boolean): readonly AnswerSpan[] {
  const yes = spans.findIndex((span) => isOf(span, 'yes', 'weak', 'verb'))
  const told = spans.map((span, at): AnswerSpan => {
    if (span.kind === 'asks' && !beginsThought(spans, at)) return { kind: 'neutral' }
    if (yes < 0 || at <= yes) return span
    if (span.kind === 'either') return { ...span, kind: 'verb' }
    return span.kind === 'needless' && isRemoval ? { kind: 'remarks' } : span
  })
  const wish = yes < 0 ? -1 : told.findIndex((_, at) => at > yes && beginsWish(told, at))
  return wish < 0 ? told : told.slice(0, wish)
}

function beginsThought(spans: readonly AnswerSpan[], at: number): boolean {
  const before = spans.slice(0, at).findLast((span) => !isOf(span, 'neutral', 'slots', 'urges'))
  return (
    before === undefined ||
    isOf(before, 'pause', 'joints', 'wishes', 'but', 'yes', 'weak', 'no', 'verb', 'call', 'asks', 'open')
  )
}

/** Whether a further wish begins at a span. A condition, a refusal or a question about "it" belongs to the answer. */
function beginsWish(spans: readonly AnswerSpan[], at: number): boolean {
  const rest = spans.slice(at + 1)
  const isQuestion = spans[at]!.kind === 'joints' && rest[0]?.kind === 'asks'
  if (spans[at]!.kind !== 'wishes' && !isQuestion) return false
  const isAnswer = rest.some((span) => isOf(span, 'no', 'needless', 'not', 'open', 'but', 'either'))
  const asks = rest.some((span) => isOf(span, 'asks', 'question'))
  const isOther = rest.some((span) => isOf(span, 'unknown', 'changes'))
  return !isAnswer && isOther && !(asks && rest.some((span) => isOf(span, 'deictic', 'echo')))
}

/**
 * Whether an answer names something that the question does not: a number or a day ("yes, on Friday"), or a thing in few
 * words: "yes, to Anna", "delete my calendar". In a remark they may be a reason: "I leave on Friday".
 */
function namesOther(segments: readonly Segment[]): boolean {
  const agreement = segments.findIndex(agrees)
  return segments.some((segment, at) => {
    const { spans, isRemark } = segment
    const isStatement =
      isRemark && !holds(segment, 'echo') && spans.filter(({ kind }) => kind === 'unknown').length > 1
    if (isRemark) return holds(segment, 'value') && !isStatement
    return (
      holds(segment, 'value', 'day') ||
      spans.some(beginsName) ||
      (at >= agreement && !segments[at + 1]?.isRemark && isBareName(spans))
    )
  })
}

/** Whether nothing but an unknown word follows a yes: "Miller's". It may be a change. A word that can only be a verb is none. */
function isBareName(spans: readonly AnswerSpan[]): boolean {
  const last = spans.findLastIndex((span) => isOf(span, 'yes', 'urges'))
  const [name, ...rest] = spans.slice(last + 1).filter(({ kind }) => kind !== 'neutral')
  return (
    name?.kind === 'unknown' &&
    !name.isCommand &&
    (rest.length === 0 || (rest.length === 1 && isOf(rest[0]!, 'echo', 'slots')))
  )
}

/** Whether a name of something begins at a span: "to Anna" at the beginning or after a yes, a verb or "it". */
function beginsName({ kind, isSlot }: AnswerSpan, at: number, spans: readonly AnswerSpan[]): boolean {
  const before = spans[at - 1]
  if (before !== undefined && !isOf(before, 'yes', 'weak', 'verb', 'deictic', 'urges')) return false
  if (before?.kind === 'verb' && kind === 'unknown') return true
  if (kind !== 'slots' && !isSlot) return false
  const rest = spans.slice(at)
  const name = rest.slice(
    rest.findIndex((span) => !isOf(span, 'slots', 'neutral', 'echo', 'deictic') && !span.isSlot),
  )
  return (
    name[0]?.kind === 'unknown' &&
    (before?.kind === 'verb' || name.filter((span) => !isOf(span, 'urges')).length < 3)
  )
}

/** The answers to several calls, such as "the first only" or "yes to the flight, no to the hotel". */
function readSeveral(told: readonly AnswerSpan[], count: number): Answers {
  const unclear = Array.from({ length: count }, () => undefined)
  // "Cancel" with another call beside it is the verb of its own call.
  const isPartial = told.some(({ kind, calls }) => kind === 'call' && calls?.length === 1)
  const spans = told.map((span) =>
    isPartial && span.kind === 'either' && span.calls?.length === 1
      ? { ...span, kind: 'verb' as const }
      : span,
  )
  const isNamed = spans.some((span) => isOf(span, 'call', 'rest'))
  const namesAll = spans.some(({ kind }) => kind === 'all')
  const isMixed = namesAll && spans.some((span) => isOf(span, 'yes', 'weak', 'verb', 'but', 'not'))
  if (!isNamed && !(namesAll && (isMixed || !spans.some((span) => isOf(span, 'no', 'needless'))))) {
    const answer = readOne(told)
    // "Dune and Emma, yes": the user speaks of some of them, by names that the question does not have.
    return answer && segmentsOf(told).some((one) => unknownBeforeYes(one) > 0)
      ? unclear
      : unclear.map(() => answer)
  }
  const segments = segmentsOf(spans, { joinsCalls: true })
  const isOpen = spans.some((span) =>
    isOf(span, 'question', 'open', 'asks', 'changes', 'either', 'value', 'day'),
  )
  const telling = segments.filter((one) => !one.isRemark || (holds(one, 'call') && negates(one)))
  if (
    isOpen ||
    segments.some((one) => !telling.includes(one) && negates(one)) ||
    hasForeignVerb(spans) ||
    telling.some(leavesOut)
  )
    return unclear
  const answers: (boolean | undefined)[] = [...unclear]
  const unsure = new Set<number>()
  let general: boolean | undefined
  let isOnlyThese = false
  for (const segment of telling) {
    for (const part of partsOf(segment.spans)) {
      const { calls, answer, isOnly, isRest, isAll, isVague } = part
      // "Tom stays": what is said of the call is unknown.
      if (isVague && answer === undefined && !isOnly && !isAll && !isRest) {
        for (const at of calls) unsure.add(at)
        continue
      }
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
  }
  const named = answers.filter((answer) => answer !== undefined)
  // What the user did not name: after "the first", only the first runs. After "not the second", nothing is said of it.
  const isChoice = isOnlyThese || named.includes(true)
  const others = isChoice ? false : unsure.size > 0 ? undefined : general
  return answers.map((answer, at) => answer ?? (unsure.has(at) ? undefined : others))
}

/** Whether a word that is not understood stands between a yes and the call after it: "yes minus the deletion". */
function leavesOut({ spans }: Segment): boolean {
  const agreed = spans.findIndex((span) => isOf(span, 'yes', 'weak', 'all'))
  const named = spans.findIndex((span, at) => at > agreed && isOf(span, 'call', 'rest'))
  return agreed >= 0 && spans.slice(agreed, Math.max(named, 0)).some(({ kind }) => kind === 'unknown')
}

/** Whether a verb of one call comes with the object of another: "delete the hotel" where only the car is deleted. */
function hasForeignVerb(spans: readonly AnswerSpan[]): boolean {
  let named: number[] = []
  let own: readonly number[] = []
  for (const [at, { kind, calls = [] }] of spans.entries()) {
    const isOwn = (call: number) => own.includes(call)
    if (['pause', 'joints', 'no', 'needless', 'not', 'but'].includes(kind)) {
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
  /** Whether it has a word that is not understood. */
  isVague: boolean
}

/** Splits a segment where a polarity follows or precedes another call: "only the flight, the hotel no". */
function partsOf(spans: readonly AnswerSpan[]): Part[] {
  const parts: Part[] = []
  const fresh = (): Part => ({
    calls: [],
    answer: undefined,
    isOnly: false,
    isRest: false,
    isAll: false,
    isVague: false,
  })
  let part = fresh()
  const isNamed = () => part.calls.length > 0 || part.isAll || part.isRest
  const isLastNaming = (at: number) =>
    !spans.slice(at + 1).some(({ kind }) => kind === 'call' || kind === 'all' || kind === 'rest')
  for (const [at, span] of spans.entries()) {
    const isPolarity = span.kind === 'yes' || span.kind === 'verb' || isOf(span, 'no', 'needless', 'not')
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
    if (isOf(span, 'unknown', 'remarks')) part.isVague = true
    if (span.kind === 'all') part.isAll = true
    if (span.kind === 'rest') part.isRest = true
    if (span.kind === 'call') part.calls.push(...(span.calls ?? []))
    if (isOf(span, 'no', 'needless', 'not')) part.answer = false
    if (isOf(span, 'yes', 'weak', 'verb')) part.answer ??= true
  }
  return [...parts, part]
}
