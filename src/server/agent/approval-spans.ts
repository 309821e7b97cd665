import { ANSWER_LISTS, type ApprovalWords, commonWords } from '../../languages/approval-words.js'
import { normalizeText } from '../../text/normalize.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import { valueKinds, withoutDates } from './approval-values.js'

/** A piece of an answer to an approval request, and what it does there. */
export interface AnswerSpan {
  kind:
    | WordKind
    | 'call'
    /** A verb of the question. */
    | 'verb'
    /** A verb of the question that refuses as well: "cancel". It agrees only after a yes. */
    | 'either'
    /** Words of the question. */
    | 'echo'
    | 'pause'
    | 'question'
    /** A number, a day or a month that the question does not contain. */
    | 'value'
    /** A day or a month, if the question has none. */
    | 'day'
    | 'unknown'
  /** Indexes of the named calls; of a verb, the call that alone has it. */
  calls?: readonly number[]
  /** Whether a word that may begin a remark can also stand before a name: "my". */
  isSlot?: boolean
  /** Whether an unknown word can only be a verb: "zapisać". */
  isCommand?: boolean
  /** Whether a "no" may only be a part of what follows: "no gym for me", "never again". */
  isMild?: boolean
}

type WordKind = (typeof ANSWER_LISTS)[number]

export interface SpanContext {
  words: ApprovalWords
  calls: readonly { verbs: readonly string[]; text: string }[]
  question: string
}

const TOKENS =
  /\p{Script=Han}|\p{L}+|\d+|[?？؟]|[.,;:!…—–。，；：！、\n]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu

const tokensOf = (text: string): string[] => text.trim().match(TOKENS) ?? []

type Phrase = { tokens: readonly string[]; kind: AnswerSpan['kind']; ordinal?: number; isStem?: boolean }

/** The phrases of a language by their first word, the longest first. Stems are words of which any ending is meant. */
const phrasesOf = oncePer((words: ApprovalWords) => {
  const starts = new Map<string, Phrase[]>()
  const stems: Phrase[] = []
  const add = (phrase: Phrase) => {
    const first = phrase.tokens[0] ?? ''
    const known = starts.get(first) ?? []
    if (phrase.isStem) stems.push(phrase)
    else
      starts.set(
        first,
        [...known, phrase].sort((a, b) => b.tokens.length - a.tokens.length),
      )
  }
  const forms = words.ordinals
  for (const [at, one] of forms.entries())
    for (const form of one)
      add({ tokens: tokensOf(plainText(form)), kind: 'call', ordinal: at === forms.length - 1 ? -1 : at })
  for (const kind of ANSWER_LISTS)
    for (const phrase of words[kind])
      add({ tokens: tokensOf(plainText(phrase)), kind, isStem: phrase.endsWith('*') })
  for (const day of commonWords(words).dayNames) add({ tokens: tokensOf(day), kind: 'day' })
  return {
    starts,
    stems,
    slots: new Set(words.slots.flatMap((one) => tokensOf(plainText(one)))),
    nots: new Set(words.not.flatMap((one) => tokensOf(plainText(one)))),
    pairs: new Set(words.pairs.map((phrase) => tokensOf(plainText(phrase)).join(' '))),
  }
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
  rest: 'changes',
  call: 'unknown',
}

/** "Yes to all" agrees, but "delete everything" asks for more than the call does. */
function kindIfSingle(kind: AnswerSpan['kind'], before: readonly AnswerSpan[]): AnswerSpan['kind'] {
  const last = before.findLast((span) => span.kind !== 'neutral')
  return kind === 'all' && last?.kind === 'verb' ? 'value' : (IF_SINGLE[kind] ?? kind)
}

/** A text in lower case and without accents, with the spellings that the lists have. */
export function readable(text: string, words: ApprovalWords): string {
  const lower = normalizeText(text, 'NFC').toLowerCase().replaceAll('’', "'").trim()
  return plainText(lower.replace(/[\p{L}\p{M}]+/gu, (word) => words.spellings.get(word) ?? word))
}

/** Finds the spans of an answer. All texts are as `readable` gives them. */
export function findSpans(text: string, { words, calls, question }: SpanContext): AnswerSpan[] {
  const { numberOf } = commonWords(words)
  const { tokens, stems } = withoutParticle(tokensOf(text), { calls, words })
  const verbs = calls.map((call) =>
    [...call.verbs, ...stems].map((verb) => withoutHelper(tokensOf(verb), words)),
  )
  const all = verbs.flat()
  const asked = [question, ...calls.map((call) => call.text)].join(' ')
  const known: Known = {
    echo: new Set(tokensOf(withoutDates(asked))),
    objects: calls.map((call) => new Set(tokensOf(withoutDates(call.text)))),
    otherValue: valueKinds(text, { asked, words }),
    verbs,
    words,
  }
  const single = calls.length === 1
  const spans: AnswerSpan[] = []
  for (let at = 0; at < tokens.length; ) {
    const verb = verbAt(tokens, { at, verbs: all, words })
    const phrase = phraseAt(tokens, { at, words, single })
    const beats = phrase?.kind === 'yes' || (phrase?.kind === 'open' && phrase.length > verb.length)
    if (verb.length > 0 && !beats) {
      const own = single
        ? []
        : uniqueCalls(
            verbs.map((own) => own.some((one) => verbAt(tokens, { at, verbs: [one], words }).length > 0)),
          )
      const isRefusal = phrase?.kind === 'no' && phrase.length >= verb.length
      spans.push({ kind: verb.isNegated ? 'no' : isRefusal ? 'either' : 'verb', calls: own })
      if (own.length === 1) spans.push({ kind: 'call', calls: own })
      at += verb.length
    } else if (phrase) {
      at += phrase.length
      const count = phrase.ordinal === undefined ? undefined : numberOf(tokens[at] ?? '')
      if (count !== undefined) at += 1
      spans.push({
        ...(phrase.kind === 'day'
          ? daySpan(phrase.tokens, known)
          : single
            ? { kind: kindIfSingle(phrase.kind, spans) }
            : spanOf(phrase, { calls: calls.length, count, words })),
        ...roleOf(phrase, { next: tokens[at], words }),
      })
    } else {
      spans.push(otherSpan(tokens[at]!, { known, before: spans.at(-1) }))
      at += 1
    }
  }
  return spans
}

/** What a word can be besides its kind. */
function roleOf(
  { kind, tokens, length }: Phrase & { length: number },
  { next, words }: { next: string | undefined; words: ApprovalWords },
): Pick<AnswerSpan, 'isSlot' | 'isMild'> {
  const { slots, nots } = phrasesOf(words)
  const [first = ''] = tokens
  const isMild = kind === 'no' && length === 1 && nots.has(first) && next !== undefined && !isPause(next)
  return { ...(isMild && { isMild }), ...(kind === 'remarks' && slots.has(first) && { isSlot: true }) }
}

const daySpan = (tokens: readonly string[], { echo, otherValue }: Known): AnswerSpan => ({
  kind: tokens.every((token) => echo.has(token)) ? 'echo' : (otherValue(tokens.join('')) ?? 'neutral'),
})

/** The longest listed phrase at a position, with its length. */
function phraseAt(
  tokens: readonly string[],
  { at, words, single }: { at: number; words: ApprovalWords; single: boolean },
): (Phrase & { length: number }) | undefined {
  const token = tokens[at]!
  const { starts, stems } = phrasesOf(words)
  for (const phrase of starts.get(token) ?? []) {
    const length = single && phrase.kind === 'call' ? 0 : lengthAt(tokens, { at, phrase })
    if (length > 0) return { ...phrase, length }
  }
  const stem = stems.find(({ tokens: [start = ''] }) => token.startsWith(start))
  return stem && { ...stem, length: 1 }
}

/** How many tokens a phrase has at a position, or 0. A phrase that leaves an answer open can have pauses in it: "danke, passt". */
function lengthAt(tokens: readonly string[], { at, phrase }: { at: number; phrase: Phrase }): number {
  let end = at
  for (const [index, word] of phrase.tokens.entries()) {
    while (index > 0 && phrase.kind === 'open' && isPause(tokens[end] ?? '')) end += 1
    if (tokens[end] !== word) return 0
    end += 1
  }
  return end - at
}

/** The span of a phrase in an answer about several calls. "first" names the first call, and "first two" the first two. */
function spanOf(
  { kind, ordinal, tokens }: Phrase,
  { calls, count = 1, words }: { calls: number; count: number | undefined; words: ApprovalWords },
): AnswerSpan {
  if (calls > 2 && phrasesOf(words).pairs.has(tokens.join(' '))) return { kind: 'open' }
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

/** An answer in which a verb stands in two parts, without the second one, and the first part of the verb: "trag ein" of "eintragen". */
function withoutParticle(
  tokens: string[],
  { calls, words }: Pick<SpanContext, 'calls' | 'words'>,
): { tokens: string[]; stems: string[] } {
  for (const particle of words.particles) {
    const stems = calls
      .flatMap(({ verbs }) => verbs)
      .filter((verb) => verb.startsWith(particle))
      .map((verb) => verb.slice(particle.length))
      .filter((stem) => stem.length > 3 && tokens.some((token) => isFormOf(token, stem, words)))
    const at = tokens.lastIndexOf(particle)
    if (stems.length > 0 && at > 0) return { tokens: tokens.toSpliced(at, 1), stems }
  }
  return { tokens, stems: [] }
}

/** The tokens of a verb without a verb that only carries its endings: "iptal" of "iptal etmek". */
function withoutHelper(verb: readonly string[], { helpers }: ApprovalWords): readonly string[] {
  const isHelper = verb.length > 1 && helpers.includes(verb.at(-1)!)
  return isHelper ? verb.slice(0, -1) : verb
}

/** Whether a word asks for what a verb says, or forbids it: "storniere" of "stornieren", but not "storniert". */
function isFormOf(token: string, verb: string, words: ApprovalWords): boolean {
  const { ending, forms, prefixes } = words
  const most = ending > 0 && verb.length > 6 ? ending + 1 : ending
  const starts = ['', ...prefixes]
  return starts.some((start) => {
    if (!token.startsWith(start)) return false
    const own = token.slice(start.length)
    if (own === verb) return true
    const shared = sharedLength(own, verb)
    if (shared < 3 && shared < verb.length) return false
    if (verb.length - shared <= most && negates(own, verb, words)) return true
    const least = Math.max(Math.min(2, verb.length), verb.length - most)
    return Array.from({ length: shared - least + 1 }, (_, at) => own.slice(least + at)).some((rest) =>
      forms.test(rest),
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
  return negated.test(token.slice(Math.max(0, Math.min(sharedLength(token, verb), verb.length - 3))))
}

const uniqueCalls = (has: readonly boolean[]): number[] => {
  const found = has.flatMap((one, at) => (one ? [at] : []))
  return found.length === 1 ? found : []
}

interface Known {
  echo: ReadonlySet<string>
  objects: readonly ReadonlySet<string>[]
  /** The kind of a number, a day or a month. */
  otherValue: ReturnType<typeof valueKinds>
  verbs: readonly (readonly (readonly string[])[])[]
  words: ApprovalWords
}

const isPause = (token: string) =>
  /^[^\p{L}\d\p{Extended_Pictographic}\p{Regional_Indicator}?？؟]/u.test(token)

/** The span of a word that is in no list. */
function otherSpan(
  token: string,
  { known, before }: { known: Known; before: AnswerSpan | undefined },
): AnswerSpan {
  const { echo, objects, otherValue, verbs, words } = known
  if (/^[?？؟]$/.test(token)) return { kind: 'question' }
  if (isPause(token)) return { kind: 'pause' }
  const { empty, numberOf } = commonWords(words)
  const value = /^\d+$/.test(token) ? Number(token) : numberOf(token)
  // "Deleted" is no word of "This deletes note 5": it may say that the note is gone already.
  const isOfVerb = verbs.flat().some(([verb = '']) => isOfSameStem(token, verb, words))
  const isSaid = (said: ReadonlySet<string>) =>
    said.has(String(value ?? token)) ||
    said.has(token) ||
    (!isOfVerb && [...said].some((word) => isFormOfNoun(token, word)))
  const named = objects.length > 1 ? callNamed() : undefined
  if (named) return named
  if (isSaid(echo) || (!isOfVerb && [...echo].some((word) => isOfStem(token, word, words))))
    return { kind: 'echo' }
  return {
    kind: otherValue(token) ?? (empty.has(token) ? 'neutral' : 'unknown'),
    ...(words.commands.test(token) && { isCommand: true }),
  }

  function callNamed(): AnswerSpan | undefined {
    // "One" names a call only where nothing but a name can stand: "one and three", but not "the blue one".
    const isAlone = !before || ['pause', 'joints', 'but', 'yes', 'only'].includes(before.kind)
    if (empty.has(token) && !(value !== undefined && isAlone)) return undefined
    const holders = objects.flatMap((object, at) => (isSaid(object) ? [at] : []))
    const at = value !== undefined && value >= 1 && value <= objects.length ? value - 1 : undefined
    // "3" may be the third call or a value of the second one.
    if (at !== undefined)
      return holders.some((one) => one !== at) ? { kind: 'value' } : { kind: 'call', calls: [at] }
    const doers = uniqueCalls(verbs.map((own) => own.some(([verb = '']) => isOfSameStem(token, verb, words))))
    if (!isOfVerb && holders.length === 1) return { kind: 'call', calls: holders }
    return doers.length > 0 ? { kind: 'call', calls: doers } : undefined
  }
}

const isOfSameStem = (token: string, verb: string, { ending }: ApprovalWords) =>
  verb.length > 2 && sharedLength(token, verb) >= Math.max(3, verb.length - ending - 1)

/** Whether a word is another form of a verb in the words of the question: "reserveer" of "reserveren". */
const isOfStem = (token: string, word: string, { ending }: ApprovalWords) =>
  ending > 0 &&
  sharedLength(token, word) >= Math.max(5, word.length - ending - 1) &&
  token.length - word.length < 4

/** Whether a word is another form of a noun of the question: "araca" of "araç". */
function isFormOfNoun(token: string, word: string): boolean {
  if (token === word) return true
  const shared = sharedLength(token, word)
  return word.length > 3 && shared >= Math.max(4, word.length - 1) && token.length - shared <= 3
}
