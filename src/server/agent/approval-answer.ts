import type { AgentTexts } from '../../languages/agent-texts.js'
import { type ApprovalWords, approvalWords, otherApprovalWords } from '../../languages/approval-words.js'
import { type AnswerSpan, findSpans, readable } from './approval-spans.js'
import type { History } from './history.js'
import { isUserMessage } from './history.js'

export interface AskedCall {
  removes?: boolean
  verbs: readonly string[]
  text: string
}

/** Agreed, refused, or neither: the user set a condition, wanted a change, asked something, or was unclear. */
type Verdict = boolean | undefined

export interface ApprovalAnswers {
  answers: readonly Verdict[]
  /** Whether the user also wants something else: "Yes, and then show me my orders." */
  hasRequest: boolean
}

const MAX_CHARS = 500

export interface AnswerContext {
  calls: readonly AskedCall[]
  /** The whole question. Its words may come back in the answer. */
  question: string
  /** Tag of the session's language, such as `de-AT`. Answers in other languages are understood if all their words are known. */
  language: string
}

type Kind = AnswerSpan['kind']

type Spans = readonly AnswerSpan[]

const isOf = ({ kind }: AnswerSpan, ...kinds: Kind[]) => kinds.includes(kind)
const has = (spans: Spans, ...kinds: Kind[]) => spans.some((span) => isOf(span, ...kinds))
const count = (spans: Spans, ...kinds: Kind[]) => spans.filter((span) => isOf(span, ...kinds)).length

const AGREEING = ['yes', 'weak', 'verb'] as const
const REFUSING = ['no', 'needless'] as const
const NEGATING = ['no', 'needless', 'not'] as const
const TELLING = ['yes', 'weak', ...NEGATING, 'open', 'asks', 'changes', 'either'] as const
const NAMING = ['call', 'all', 'rest'] as const

/** Reads the answer to an approval request. A refusal is never read as agreement; in doubt, an answer is `undefined`. */
export function readApprovalAnswers(text: string, context: AnswerContext): ApprovalAnswers {
  const { calls, question, language } = context
  const unclear = { answers: calls.map(() => undefined), hasRequest: false }
  if (text.trim() === '' || text.length > MAX_CHARS) return unclear
  const removes = calls.length === 1 && calls[0]?.removes === true
  const read = (words: ApprovalWords) => {
    const plain = (part: string) => readable(part, words)
    const asked = calls.map((call) => ({ ...call, verbs: call.verbs.map(plain), text: plain(call.text) }))
    const all = findSpans(plain(text), { calls: asked, question: plain(question), words })
    const spans = inPlace(all, { removes, isOneCall: calls.length === 1 })
    const answers = calls.length > 1 ? readSeveral(spans, calls.length) : [readOne(spans, removes)]
    return { answers, hasRequest: spans.length < all.length, spans }
  }
  const own = approvalWords(language)
  const inOwn = read(own)
  if (!has(inOwn.spans, 'unknown')) return inOwn
  // Words of another language must not decide: "no" is no refusal in the Polish "no dobra".
  const others = otherApprovalWords(own)
    .map(read)
    .filter(({ spans }) => has(spans, ...TELLING))
  const whole = others.filter(({ spans }) => !has(spans, 'unknown'))
  const [first = inOwn] = whole
  // "Okay, erst exportieren" in an English session: who understands more of it hears no yes.
  const heard =
    whole.length > 0
      ? whole
      : others.filter(({ spans }) => count(spans, 'unknown') < count(inOwn.spans, 'unknown'))
  const isSame = (one: typeof inOwn) => String(one.answers) === String(first.answers)
  return heard.every(isSame) || (whole.length === 0 && !inOwn.answers.includes(true)) ? first : unclear
}

function spansOf(text: string, tag: string): AnswerSpan[] {
  const words = approvalWords(tag)
  return findSpans(readable(text, words), { calls: [{ verbs: [], text: '' }], question: '', words })
}

/** Whether the user says yes to a request that expired or was lost. Call it only while none is pending. */
export function answersLostQuestion(history: History, { tag }: AgentTexts): boolean {
  const before = history.items.findLast((item) => !isUserMessage(item))
  if (before && before.type !== 'mcp_approval_request') return false
  const said = history.turnText()
  if (said.length > MAX_CHARS) return false
  const spans = inPlace(spansOf(said, tag), { removes: false, isOneCall: true })
  // Without a question beside them, unknown words are a request of their own.
  return !has(spans, 'unknown') && readOne(spans, false) === true
}

/** Whether the caller only says goodbye: "Thanks, bye". The server then ends the telephone call. */
export function isFarewell(text: string, { phone, tag }: AgentTexts): boolean {
  if (text.length > MAX_CHARS) return false
  const words = approvalWords(tag)
  const said = readable(text, words).replace(/[^\p{L}\p{N}']+/gu, ' ')
  const plain = ` ${said.trim()} `
  const farewells = phone.farewells
    .map((phrase) => ` ${readable(phrase, words)} `)
    .sort((a, b) => b.length - a.length)
  const rest = farewells.reduce((left, phrase) => left.replaceAll(phrase, ' '), plain)
  return (
    rest !== plain &&
    spansOf(rest, tag).every((span) => isOf(span, 'yes', 'weak', 'neutral', 'slots', 'urges', 'deictic'))
  )
}

/**
 * The spans of an answer, with the meaning of those that have a meaning only in their place:
 * - "What" asks at the beginning of a thought, but not in "that's what I want".
 * - "Cancel it" may refuse where the call cancels something, but after a yes it agrees: "Yes, cancel it."
 * - "I don't need it" is only a reason after a yes if the call takes something away.
 * - "Only" before a thing leaves something out, but not before the verb or in a reason: "yes, only the fee".
 * - A request for something else is no part of the answer: "Yes, and then show me my orders."
 */
function inPlace(spans: Spans, { removes, isOneCall }: { removes: boolean; isOneCall: boolean }): Spans {
  const yes = spans.findIndex((span) => isOf(span, ...AGREEING))
  const isAfterYes = (at: number) => yes >= 0 && at > yes
  const told = spans.map((span, at): AnswerSpan => {
    if (span.kind === 'asks' && !beginsThought(spans, at)) return { kind: 'neutral' }
    if (span.kind === 'either' && isAfterYes(at)) return { ...span, kind: 'verb' }
    if (span.kind === 'only' && isOneCall) return { kind: leavesOthersOut(spans, at) ? 'open' : 'neutral' }
    return span.kind === 'needless' && removes && isAfterYes(at) ? { kind: 'remarks' } : span
  })
  const request = told.findIndex((_, at) => isAfterYes(at) && beginsRequest(told, at))
  return request < 0 ? told : told.slice(0, request)
}

function beginsThought(spans: Spans, at: number): boolean {
  const before = spans.slice(0, at).findLast((span) => !isOf(span, 'neutral', 'slots', 'urges'))
  return (
    !before || isOf(before, ...AGREEING, 'pause', 'joints', 'wishes', 'but', 'no', 'call', 'asks', 'open')
  )
}

/** Whether "only" at a position stands directly after a yes and before a thing: "yes, only the draft". */
function leavesOthersOut(spans: Spans, at: number): boolean {
  const before = spans[at - 1]
  const begins = !before || isOf(before, ...AGREEING, 'pause', 'joints', 'but', 'urges', 'only', 'slots')
  const [first, next] = spans.slice(at + 1).filter(({ kind }) => !isOf({ kind }, 'slots', 'neutral', 'only'))
  // "Just pop it in": a word before "it" is a verb.
  return begins && first?.kind === 'unknown' && next?.kind !== 'deictic'
}

/** Whether a further request begins at a span. A condition, a refusal or a question about "it" belongs to the answer. */
function beginsRequest(spans: Spans, at: number): boolean {
  const rest = spans.slice(at + 1)
  const isQuestion = spans[at]!.kind === 'joints' && rest[0]?.kind === 'asks'
  if (spans[at]!.kind !== 'wishes' && !isQuestion) return false
  const isAboutIt = has(rest, 'asks', 'question') && has(rest, 'deictic', 'echo')
  return !has(rest, ...NEGATING, 'open', 'but', 'either') && has(rest, 'unknown', 'changes') && !isAboutIt
}

interface Clause {
  spans: AnswerSpan[]
  /** A remark about the world, such as a reason. It answers nothing by itself. */
  isRemark: boolean
}

/** Splits an answer at pauses, "and", and where a remark begins. `joinsCalls`: "the hotel I can do without". */
function clausesOf(spans: Spans, { joinsCalls = false } = {}): Clause[] {
  const clauses: Clause[] = []
  let open: Clause | undefined
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
    const isOfCall = joinsCalls && open && has(open.spans, 'call')
    const begins = span.kind === 'remarks' && !open?.isRemark && !isObject && !isOfCall
    if (open === undefined || begins) {
      open = { spans: [], isRemark: begins }
      clauses.push(open)
    }
    open.spans.push(span)
  }
  return clauses
}

const negates = ({ spans }: Clause) => has(spans, ...NEGATING)

const agrees = (clause: Clause) =>
  !negates(clause) &&
  (saysYes(clause) ||
    has(clause.spans, 'weak') ||
    (has(clause.spans, 'verb') && !has(clause.spans, 'open')) ||
    ordersIt(clause))

/** Whether a clause says yes before much else is said: in "list the pets that are sold", "sold" is no answer. */
const saysYes = (clause: Clause) => has(clause.spans, 'yes') && unknownBeforeYes(clause) < 2

/** How many unknown words stand before the yes of a clause: 1 in "Emma yes". */
const unknownBeforeYes = ({ spans }: Clause): number =>
  count(
    spans.slice(
      0,
      Math.max(
        spans.findIndex(({ kind }) => kind === 'yes'),
        0,
      ),
    ),
    'unknown',
  )

/** "The blue one, please": nothing but words of the question and an order. */
const ordersIt = ({ spans }: Clause) =>
  has(spans, 'echo') &&
  has(spans, 'urges') &&
  spans.every((span) => isOf(span, 'echo', 'urges', 'neutral', 'slots', 'deictic'))

/** "If it costs nothing" is a condition and refuses nothing, but "hm, no" refuses. */
function refuses({ spans }: Clause): boolean {
  const isVague = has(spans, 'unknown', 'value')
  const at = spans.findIndex((span) => isOf(span, ...REFUSING))
  if (at >= 0) return !isVague || !has(spans.slice(0, at), 'open', 'asks', 'changes')
  return (
    has(spans, 'not') && !has(spans, 'open', 'asks', 'changes') && (!isVague || has(spans, 'verb', 'yes'))
  )
}

function factsOf(spans: Spans, removes: boolean) {
  const clauses = clausesOf(spans)
  const plain = clauses.filter(({ isRemark }) => !isRemark)
  const remarks = clauses.filter(({ isRemark }) => isRemark)
  const some = (...kinds: Kind[]) => plain.some((one) => has(one.spans, ...kinds))
  // "Please": nothing but polite words ask for what the question offers.
  const isPlea =
    has(spans, 'urges') && clauses.every((one) => one.spans.every((span) => isOf(span, 'urges', 'neutral')))
  const agreed = isPlea ? 0 : plain.findLastIndex(agrees)
  const refused = plain.findLastIndex(refuses)
  const isOpen = has(spans, 'question', 'open', 'asks', 'changes', 'but', 'either')
  const isExplicit =
    isPlea ||
    count(spans, 'weak') > 1 ||
    plain.some(
      (one) =>
        saysYes(one) || (has(one.spans, 'weak') && has(one.spans, 'echo') && !has(one.spans, 'unknown')),
    )
  // "Yes, cancel it" is so explicit that a remark about it may contain a "not".
  const isCertain =
    isExplicit &&
    (removes ||
      count(
        plain.flatMap((one) => one.spans),
        ...AGREEING,
      ) > 1)
  const last = plain.at(-1)?.spans ?? []
  return {
    agrees: agreed >= 0,
    refuses: refused >= 0,
    refusesLast: refused > agreed,
    isExplicit,
    isOpen,
    negates: plain.some(negates),
    isVague: some('unknown', 'value'),
    // "Stop using it, I say, yes, block it": the last word counts if it is as clear as that.
    isLastWord: agreed > refused && agreed === plain.length - 1 && has(last, 'yes') && has(last, 'verb'),
    // "Not Friday, Saturday" is a change, and so is "No, make it 8".
    isChange: some('value') || (!some(...REFUSING) && some('unknown')),
    // "Yes, I mean no": what holds is uncertain.
    isTorn: plain.some((one) => has(one.spans, 'no') && has(one.spans, 'yes') && has(one.spans, 'open')),
    // Not so in "Hang on, don't I have a call then?"
    isMeant:
      !isOpen || plain.some((one) => refuses(one) && has(one.spans, ...REFUSING, 'verb', 'either', 'yes')),
    refusesInRemark: remarks.some((one) => has(one.spans, ...REFUSING)),
    isUncertain: remarks.some(
      ({ spans: said }) =>
        said.some((span) => isOf(span, ...REFUSING) && !span.isMild) ||
        (has(said, 'no', 'not') && (!isCertain || has(said, 'verb'))),
    ),
    namesOther: namesOther(clauses) || hasOtherVerb(spans, new Set(remarks.flatMap((one) => one.spans))),
    // "Good" alone may belong to what follows, but a verb of the question does not.
    isUnclear: (some('verb') ? plain : clauses).some((one) => has(one.spans, 'unknown')),
  }
}

/** Decides the answer to a single call: the first line that holds counts. */
const DECISIONS: readonly [when: (facts: ReturnType<typeof factsOf>) => boolean, answer: Verdict][] = [
  [(is) => !is.agrees && !is.refuses && is.refusesInRemark && !is.isOpen, false],
  [(is) => !is.agrees && (!is.refuses || is.isChange || is.isTorn || !is.isMeant), undefined],
  [(is) => !is.agrees, false],
  [(is) => is.refuses && is.isLastWord && !is.isOpen && !is.namesOther, true],
  [(is) => is.refuses && is.refusesLast && !is.isOpen && !is.isVague, false],
  [(is) => is.refuses || is.negates || is.isOpen || is.isUncertain || is.namesOther, undefined],
  [(is) => is.isExplicit || !is.isUnclear, true],
]

function readOne(spans: Spans, removes: boolean): Verdict {
  const facts = factsOf(spans, removes)
  return DECISIONS.find(([when]) => when(facts))?.[1]
}

/** A number or a day ("yes, on Friday"), or a thing in few words ("yes, to Anna"). In a remark it may be a reason. */
function namesOther(clauses: readonly Clause[]): boolean {
  const agreement = clauses.findIndex(agrees)
  return clauses.some(({ spans, isRemark }, at) => {
    if (isRemark) return has(spans, 'value') && (has(spans, 'echo') || count(spans, 'unknown') < 2)
    const isLast = at >= agreement && !clauses[at + 1]?.isRemark
    return has(spans, 'value', 'day') || spans.some(beginsName) || (isLast && isBareName(spans))
  })
}

/** Whether a yes is followed by nothing but a name, which may be a change: "Miller's", "pay Bob". A word that can only be a verb is none. */
function isBareName(spans: Spans): boolean {
  const last = spans.findLastIndex((span) => isOf(span, 'yes', 'urges'))
  const [name, ...rest] = spans.slice(last + 1).filter(({ kind }) => kind !== 'neutral')
  const [next] = rest
  const isLone = (!next || isOf(next, 'echo', 'slots')) && !name?.isCommand
  const isOtherAct = name?.isAction && next?.kind === 'unknown'
  return name?.kind === 'unknown' && rest.length < 2 && (isLone || isOtherAct === true)
}

/** Whether the user wants something else with the asked record: "archive it", "mark him inactive", "save customer 7". */
function hasOtherVerb(spans: Spans, inRemark: ReadonlySet<AnswerSpan>): boolean {
  const said = spans.filter((span) => span.kind !== 'neutral' && span.kind !== 'urges')
  return said.some((span, at) => {
    const before = said[at - 1]
    const isFirst = !before || isOf(before, 'yes', 'weak', 'pause', 'joints')
    const isOther = span.kind === 'unknown' && span.isOpposed && !inRemark.has(span)
    // What is said of another person after "and" is a request of its own: "and tell them the dog says hi".
    const rest = said.slice(at + 1)
    const isWish = before?.kind === 'joints' && count(rest, 'unknown') > 1
    return isFirst && isOther && !isWish && beginsObject(rest)
  })
}

/** Whether the asked record is named at the beginning. "Her" in "block her" begins no remark, as nothing is said of her. */
function beginsObject(spans: Spans): boolean {
  const [first, next] = spans
  const ends = !next || isOf(next, 'pause', 'joints', 'slots', 'deictic')
  if (first?.kind === 'slots') return ends || isOf(next!, 'echo')
  return first !== undefined && (isOf(first, 'deictic', 'echo') || (first.kind === 'remarks' && ends))
}

/** Whether a name of something begins at a span: "to Anna" at the beginning or after a yes, a verb or "it". */
function beginsName({ kind, isSlot }: AnswerSpan, at: number, spans: Spans): boolean {
  const before = spans[at - 1]
  if (before && !isOf(before, ...AGREEING, 'deictic', 'urges')) return false
  if (before?.kind === 'verb' && kind === 'unknown') return true
  if (kind !== 'slots' && !isSlot) return false
  const isPart = (span: AnswerSpan) =>
    isOf(span, 'slots', 'neutral', 'echo', 'deictic') || span.isSlot === true
  const rest = spans.slice(at)
  const name = rest.slice(rest.findIndex((span) => !isPart(span)))
  const isShort = name.filter(({ kind }) => kind !== 'urges').length < 3
  return name[0]?.kind === 'unknown' && (before?.kind === 'verb' || isShort)
}

/** The answers to several calls, such as "the first only" or "yes to the flight, no to the hotel". */
function readSeveral(told: Spans, length: number): readonly Verdict[] {
  const unclear: Verdict[] = Array.from({ length }, () => undefined)
  if (!namesSome(told)) {
    const answer = readOne(told, false)
    // "Dune and Emma, yes": the user speaks of some of them, by names that the question does not have.
    const isPartial = answer && clausesOf(told).some((one) => unknownBeforeYes(one) > 0)
    return isPartial ? unclear : unclear.map(() => answer)
  }
  // "Cancel" with another call beside it is the verb of its own call.
  const isOwn = ({ kind, calls }: AnswerSpan, of: Kind) => kind === of && calls?.length === 1
  const isPartial = told.some((span) => isOwn(span, 'call'))
  const spans = told.map((span) =>
    isPartial && isOwn(span, 'either') ? { ...span, kind: 'verb' as const } : span,
  )
  const clauses = clausesOf(spans, { joinsCalls: true })
  const telling = clauses.filter((one) => !one.isRemark || (has(one.spans, 'call') && negates(one)))
  const isUnclear =
    has(spans, 'question', 'open', 'asks', 'changes', 'either', 'value', 'day') ||
    clauses.some((one) => !telling.includes(one) && negates(one)) ||
    hasForeignVerb(spans) ||
    telling.some(leavesOut)
  return isUnclear ? unclear : (assigned(telling.flatMap(partsOf), length) ?? unclear)
}

/** Whether an answer speaks of some of the calls: by their names, or by "all" with a yes or an exception. */
const namesSome = (spans: Spans) =>
  has(spans, 'call', 'rest') ||
  (has(spans, 'all') && (has(spans, ...AGREEING, 'but', 'not') || !has(spans, ...REFUSING)))

/** Assigns what the parts of an answer say to the calls. `undefined` if the same call is agreed and refused. */
function assigned(parts: readonly Part[], length: number): Verdict[] | undefined {
  const answers: Verdict[] = Array.from({ length }, () => undefined)
  const unsure = new Set<number>()
  let general: Verdict
  let isOnlyThese = false
  for (const { spans, answer } of parts) {
    const calls = spans.flatMap((span) => (span.kind === 'call' ? (span.calls ?? []) : []))
    const [isAll, isRest, isOnly] = [has(spans, 'all'), has(spans, 'rest'), has(spans, 'only')]
    // "Tom stays": what is said of the call is unknown.
    if (has(spans, 'unknown', 'remarks') && answer === undefined && !isOnly && !isAll && !isRest) {
      for (const at of calls) unsure.add(at)
      continue
    }
    const isLeft = (at: number) => isAll || answers[at] === undefined
    const chosen = isAll || isRest ? [...answers.keys()].filter(isLeft) : calls
    if (chosen.length === 0) general ??= answer
    const own = answer ?? (isOnly ? true : general) ?? true
    if (!isAll && own && chosen.some((at) => answers[at] === false)) return undefined
    for (const at of chosen) answers[at] = own
    isOnlyThese ||= isOnly && chosen.length > 0 && own
  }
  // What the user did not name: after "the first", only the first runs. After "not the second", nothing is said of it.
  const isChoice = isOnlyThese || answers.includes(true)
  const others = isChoice ? false : unsure.size > 0 ? undefined : general
  return answers.map((answer, at) => answer ?? (unsure.has(at) ? undefined : others))
}

/** Whether a word that is not understood stands between a yes and the call after it: "yes minus the deletion". */
function leavesOut({ spans }: Clause): boolean {
  const agreed = spans.findIndex((span) => isOf(span, 'yes', 'weak', 'all'))
  const named = spans.findIndex((span, at) => at > agreed && isOf(span, 'call', 'rest'))
  return agreed >= 0 && has(spans.slice(agreed, Math.max(named, 0)), 'unknown')
}

/** Whether a verb of one call comes with the object of another: "delete the hotel" where only the car is deleted. */
function hasForeignVerb(spans: Spans): boolean {
  let named: number[] = []
  let own: readonly number[] = []
  for (const [at, span] of spans.entries()) {
    const { kind, calls = [] } = span
    if (isOf(span, ...NEGATING, 'pause', 'joints', 'but')) {
      named = []
      own = []
    } else if (kind === 'verb') {
      own = calls.some((call) => named.includes(call)) ? [] : calls
    } else if (kind === 'call' && spans[at - 1]?.kind !== 'verb') {
      if (own.length > 0 && !calls.some((call) => own.includes(call))) return true
      named.push(...calls)
      own = []
    }
  }
  return false
}

interface Part {
  spans: AnswerSpan[]
  answer: Verdict
}

/** Splits a clause where something else is said of other calls: "only the flight, the hotel no". */
function partsOf({ spans }: Clause): Part[] {
  const parts: AnswerSpan[][] = [[]]
  for (const [at, span] of spans.entries()) {
    const part = parts.at(-1)!
    const { calls = [] } = span
    const isPolar = isOf(span, 'yes', 'verb', ...NEGATING)
    const isNew =
      isOf(span, 'only', 'rest', 'but') ||
      (isPolar && has(spans.slice(at + 1), ...NAMING)) ||
      (span.kind === 'call' &&
        has(part, 'only', ...AGREEING, ...NEGATING) &&
        !calls.every((call) => part.some((one) => one.kind === 'call' && one.calls?.includes(call))))
    if (has(part, ...NAMING) && isNew) parts.push([span])
    else part.push(span)
  }
  return parts.map((part, at) => {
    // "All but the car" leaves the car out.
    const isException = part[0]?.kind === 'but' && parts[at - 1]?.at(-1)?.kind === 'all'
    if (isException || has(part, ...NEGATING)) return { spans: part, answer: false }
    return { spans: part, answer: has(part, ...AGREEING) ? true : undefined }
  })
}
