import { ANSWER_LISTS, type ApprovalWords, commonWords } from '../../languages/approval-words.js'
import { titleVerbs } from '../../languages/title-verbs.js'
import { normalizeText } from '../../text/normalize.js'
import { groupBy } from '../../toolkit/model/group-by.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import { valueKinds, withoutDates } from './approval-values.js'

export interface AnswerSpan {
  kind:
    | (typeof ANSWER_LISTS)[number]
    | 'call'
    | 'verb'
    /** A verb of the question that refuses as well: "cancel". It agrees only after a yes. */
    | 'either'
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
  /** Whether an unknown word asks for an action: "send". */
  isAction?: boolean
  /** Whether an unknown word, if it is a verb, does the opposite: "archive" or "save" where a record is deleted, "remove" where one is created. */
  isOpposed?: boolean
  /** Whether a "no" may only be a part of what follows: "no gym for me", "never again". */
  isMild?: boolean
}

export interface SpanContext {
  words: ApprovalWords
  calls: readonly { verbs: readonly string[]; text: string; removes?: boolean }[]
  question: string
}

const TOKENS =
  /\p{Script=Han}|\p{L}+|\d+|[?？؟]|[.,;:!…—–。，；：！、\n]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu

const tokensOf = (text: string): string[] => text.trim().match(TOKENS) ?? []

const isQuestionMark = (token: string) => /^[?？؟]$/.test(token)
const isPause = (token: string) =>
  /^[^\p{L}\d\p{Extended_Pictographic}\p{Regional_Indicator}?？؟]/u.test(token)

/** A listed phrase: `ordinal` is the index of the call that it names, -1 for the last one. */
interface Phrase {
  tokens: readonly string[]
  kind: AnswerSpan['kind']
  ordinal?: number
}

/** A phrase in an answer, with its length in tokens, the token after it, and the number that belongs to an ordinal. */
type FoundPhrase = Phrase & { length: number; next: string; count: number | undefined }

/** The phrases of a language by their first word, the longest first. Stems are words of which any ending is meant. */
const phrasesOf = oncePer((words: ApprovalWords) => {
  const listed = (lines: readonly string[], more: Omit<Phrase, 'tokens'>): Phrase[] =>
    lines.map((line) => ({ tokens: tokensOf(plainText(line)), ...more }))
  const last = words.ordinals.length - 1
  const lists = ANSWER_LISTS.map((kind) => [kind, words[kind]] as const)
  const isStem = (phrase: string) => phrase.endsWith('*')
  const all = [
    ...words.ordinals.flatMap((forms, at) => listed(forms, { kind: 'call', ordinal: at === last ? -1 : at })),
    ...lists.flatMap(([kind, lines]) =>
      listed(
        lines.filter((one) => !isStem(one)),
        { kind },
      ),
    ),
    ...listed(commonWords(words).dayNames, { kind: 'day' }),
  ]
  const wordsIn = (lines: readonly string[]) => new Set(lines.flatMap((one) => tokensOf(plainText(one))))
  return {
    starts: groupBy(
      all.sort((a, b) => b.tokens.length - a.tokens.length),
      ({ tokens }) => tokens[0] ?? '',
    ),
    stems: lists.flatMap(([kind, lines]) => listed(lines.filter(isStem), { kind })),
    slots: wordsIn(words.slots),
    nots: wordsIn(words.not),
    pairs: new Set(words.pairs.map((phrase) => tokensOf(plainText(phrase)).join(' '))),
    degrees: wordsIn(words.degrees),
  }
})

const plainText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** A text in lower case and without accents, with the spellings that the lists have. */
export function readable(text: string, words: ApprovalWords): string {
  const lower = normalizeText(text, 'NFC').toLowerCase().replaceAll('’', "'").trim()
  return plainText(lower.replace(/[\p{L}\p{M}]+/gu, (word) => words.spellings.get(word) ?? word))
}

interface Reading {
  words: ApprovalWords
  tokens: readonly string[]
  verbs: readonly (readonly Verb[])[]
  echo: ReadonlySet<string>
  objects: readonly ReadonlySet<string>[]
  removes: boolean
  valueKind: ReturnType<typeof valueKinds>
}

type Verb = readonly string[]

export function findSpans(text: string, { words, calls, question }: SpanContext): AnswerSpan[] {
  const { tokens, stems } = withoutParticle(tokensOf(text), { calls, words })
  const asked = [question, ...calls.map((call) => call.text)].join(' ')
  const reading: Reading = {
    words,
    tokens,
    verbs: calls.map(({ verbs }) => [...verbs, ...stems].map((verb) => withoutHelper(tokensOf(verb), words))),
    echo: new Set(tokensOf(withoutDates(asked))),
    objects: calls.map((call) => new Set(tokensOf(withoutDates(call.text)))),
    removes: calls.some((call) => call.removes === true),
    valueKind: valueKinds(text, { asked, words }),
  }
  const spans: AnswerSpan[] = []
  for (let at = 0; at < tokens.length; ) {
    const verb = verbAt(at, reading.verbs.flat(), reading)
    const phrase = phraseAt(at, reading)
    const beats = phrase?.kind === 'yes' || (phrase?.kind === 'open' && phrase.length > verb)
    const found = verb === 0 || beats ? phrase : undefined
    if (found) spans.push(phraseSpan(found, spans, reading))
    else if (verb > 0) spans.push(...verbSpans(at, phrase?.kind === 'no' && phrase.length >= verb, reading))
    else spans.push(wordSpan(at, spans.at(-1)?.kind ?? 'pause', reading))
    at += found?.length || verb || 1
  }
  return spans
}

/** How many tokens at a position are a form of one of the verbs: 2 for "call off", 0 if there is no verb. */
function verbAt(at: number, verbs: readonly Verb[], { tokens, words }: Reading): number {
  const isAt = (verb: Verb) => verb.every((part, index) => isFormOf(tokens[at + index] ?? '', part, words))
  return verbs.find((verb) => verb.length > 0 && isAt(verb))?.length ?? 0
}

/** The spans of a verb. If it is the verb of only one call, it also names this call. */
function verbSpans(at: number, isRefusal: boolean, reading: Reading): AnswerSpan[] {
  const { tokens, verbs, words } = reading
  const said = verbs.flat().filter((verb) => verbAt(at, [verb], reading) > 0)
  const isNegated = negates(tokens[at + said[0]!.length - 1]!, said[0]!.at(-1)!, words)
  const calls = verbs.length > 1 ? only(verbs.map((own) => verbAt(at, own, reading) > 0)) : []
  const span: AnswerSpan = { kind: isNegated ? 'no' : isRefusal ? 'either' : 'verb', calls }
  return calls.length > 0 ? [span, { kind: 'call', calls }] : [span]
}

function phraseAt(at: number, reading: Reading): FoundPhrase | undefined {
  const { tokens, verbs, words } = reading
  const { starts, stems } = phrasesOf(words)
  for (const phrase of starts.get(tokens[at]!) ?? []) {
    const isUsed = phrase.ordinal === undefined || verbs.length > 1
    const length = isUsed ? lengthAt(at, phrase, reading) : 0
    if (length === 0) continue
    // "First" names the first call, and "first two" the first two.
    const next = tokens[at + length] ?? ''
    const count = phrase.ordinal === undefined ? undefined : commonWords(words).numberOf(next)
    return { ...phrase, length: count === undefined ? length : length + 1, next, count }
  }
  const stem = stems.find(({ tokens: [start = ''] }) => tokens[at]!.startsWith(start))
  return stem && { ...stem, length: 1, next: tokens[at + 1] ?? '', count: undefined }
}

/**
 * How many tokens a phrase has at a position, or 0. A phrase that leaves an answer open can have pauses in it, and words
 * that say how much: "danke, passt", "not so sure".
 */
function lengthAt(at: number, { tokens: phrase, kind }: Phrase, { tokens, words }: Reading): number {
  const { degrees } = phrasesOf(words)
  const isBetween = (token = '') => isPause(token) || degrees.has(token)
  let end = at
  for (const [index, word] of phrase.entries()) {
    while (index > 0 && kind === 'open' && tokens[end] !== word && isBetween(tokens[end])) end += 1
    if (tokens[end] !== word) return 0
    end += 1
  }
  return end - at
}

function phraseSpan(phrase: FoundPhrase, before: readonly AnswerSpan[], reading: Reading): AnswerSpan {
  const { kind, tokens, next } = phrase
  const { slots, nots } = phrasesOf(reading.words)
  const isMild = kind === 'no' && phrase.length === 1 && nots.has(tokens[0]!) && next !== '' && !isPause(next)
  return {
    ...meaningOf(phrase, before, reading),
    ...(isMild && { isMild }),
    ...(kind === 'remarks' && slots.has(tokens[0]!) && { isSlot: true }),
  }
}

function meaningOf(phrase: FoundPhrase, before: readonly AnswerSpan[], reading: Reading): AnswerSpan {
  const { kind, tokens, ordinal, count = 1 } = phrase
  const calls = reading.verbs.length
  const last = before.at(-1)?.kind ?? 'pause'
  // A word that only softens may mean "but" at the beginning: "ja, maar op naam van Jansen", but not "doe maar".
  if (kind === 'but' && reading.words.joints.includes(tokens.join(' ')) && last !== 'pause' && last !== 'yes')
    return { kind: 'joints' }
  if (kind === 'day' && tokens.every((token) => reading.echo.has(token))) return { kind: 'echo' }
  if (kind === 'day') return { kind: reading.valueKind(tokens.join('')) ?? 'neutral' }
  // "Yes to all" agrees to one call, but "delete everything" asks for more than the call does.
  if (calls === 1 && kind === 'all')
    return { kind: before.findLast((span) => span.kind !== 'neutral')?.kind === 'verb' ? 'value' : 'neutral' }
  if (calls === 1) return { kind: kind === 'rest' ? 'changes' : kind }
  if (calls > 2 && phrasesOf(reading.words).pairs.has(tokens.join(' '))) return { kind: 'open' }
  if (ordinal === undefined) return { kind }
  const from = ordinal < 0 ? calls - count : ordinal
  return from < 0 || from + count > calls
    ? { kind: 'unknown' }
    : { kind, calls: Array.from({ length: count }, (_, index) => from + index) }
}

/** How far behind a verb its further words may stand: "take him off". */
const REACH = 3

/** Whether a verb stands at a position, also with an object between its words. */
function saysAt(at: number, [verb = '', ...rest]: readonly string[], { tokens, words }: Reading): boolean {
  const behind = tokens.slice(at + 1, at + 1 + REACH)
  return isFormOf(tokens[at]!, verb, words) && rest.every((word) => behind.includes(word))
}

/** The span of a word that is in no list. */
function wordSpan(at: number, before: AnswerSpan['kind'], reading: Reading): AnswerSpan {
  const token = reading.tokens[at]!
  const { echo, objects, removes, valueKind, verbs, words } = reading
  if (isQuestionMark(token)) return { kind: 'question' }
  if (isPause(token)) return { kind: 'pause' }
  const { actions, empty, numberOf, removals } = commonWords(words)
  const value = /^\d+$/.test(token) ? Number(token) : numberOf(token)
  const isOf = (own: readonly Verb[]) => own.some(([verb = '']) => isOfSameStem(token, verb, words))
  // "Deleted" is no word of "This deletes note 5": it may say that the note is gone already.
  const isOfVerb = isOf(verbs.flat())
  const isSaid = (said: ReadonlySet<string>) =>
    said.has(String(value ?? token)) ||
    said.has(token) ||
    (!isOfVerb && [...said].some((word) => isFormOfNoun(token, word)))
  // "One" names a call only where nothing but a name can stand: "one and three", but not "the blue one".
  const isAlone = value !== undefined && ['pause', 'joints', 'but', 'yes', 'only'].includes(before)
  if (objects.length > 1 && (isAlone || !empty.has(token))) {
    const holders = objects.flatMap((object, at) => (isSaid(object) ? [at] : []))
    // "3" may be the third call or a value of the second one.
    if (value !== undefined && value >= 1 && value <= objects.length)
      return holders.some((one) => one !== value - 1)
        ? { kind: 'value' }
        : { kind: 'call', calls: [value - 1] }
    const calls = !isOfVerb && holders.length === 1 ? holders : only(verbs.map(isOf))
    if (calls.length > 0) return { kind: 'call', calls }
  }
  if (isSaid(echo) || (!isOfVerb && [...echo].some((word) => isOfStem(token, word, words))))
    return { kind: 'echo' }
  const kind = valueKind(token) ?? (empty.has(token) ? 'neutral' : 'unknown')
  const isRemoval =
    kind === 'unknown' && removals.some((verb) => saysAt(at, tokensOf(plainText(verb)), reading))
  // Where a record is removed, a verb that does something else with it is no wish beside it: "archívalo".
  const hasObject = [...words.deictic, ...words.slots].some((one) => one.length > 1 && token.endsWith(one))
  const isCommand = words.commands.test(token) && (isRemoval || !removes || !hasObject)
  return {
    kind,
    ...(kind === 'unknown' && isRemoval !== removes && { isOpposed: true }),
    ...(isCommand && { isCommand }),
    ...(kind === 'unknown' && actions.some((verb) => isFormOf(token, verb, words)) && { isAction: true }),
  }
}

function only(holds: readonly boolean[]): number[] {
  const found = holds.flatMap((one, at) => (one ? [at] : []))
  return found.length === 1 ? found : []
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
const withoutHelper = (verb: Verb, { helpers }: ApprovalWords): Verb =>
  verb.length > 1 && helpers.includes(verb.at(-1)!) ? verb.slice(0, -1) : verb

function shared(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Whether a word asks for what a verb says, or forbids it: "storniere" of "stornieren", but not "storniert". */
function isFormOf(token: string, verb: string, words: ApprovalWords): boolean {
  const { ending, forms, prefixes } = words
  // The verb of an English title has no forms of another language: "dele" is none of "delete" in Portuguese.
  if (Object.hasOwn(titleVerbs, verb)) return token === verb
  const most = ending > 0 && verb.length > 6 ? ending + 1 : ending
  return ['', ...prefixes].some((prefix) => {
    if (!token.startsWith(prefix)) return false
    const own = token.slice(prefix.length)
    if (own === verb) return true
    const same = shared(own, verb)
    if (same < 3 && same < verb.length) return false
    if (verb.length - same <= most && negates(own, verb, words)) return true
    const least = Math.max(Math.min(2, verb.length), verb.length - most)
    return Array.from({ length: same - least + 1 }, (_, at) => own.slice(least + at)).some((rest) =>
      forms.test(rest),
    )
  })
}

/** Whether a form of a verb refuses: "silme" of "silmek". */
const negates = (token: string, verb: string, { negated }: ApprovalWords): boolean =>
  negated.test(token.slice(Math.max(0, Math.min(shared(token, verb), verb.length - 3))))

const isOfSameStem = (token: string, verb: string, { ending }: ApprovalWords) =>
  shared(token, verb) >= Math.max(3, verb.length - ending - 1)

/** Whether a word is another form of a verb in the words of the question: "reserveer" of "reserveren". */
const isOfStem = (token: string, word: string, { ending }: ApprovalWords) =>
  ending > 0 && shared(token, word) >= Math.max(5, word.length - ending - 1) && token.length - word.length < 4

/** Whether a word is another form of a noun of the question: "araca" of "araç". */
function isFormOfNoun(token: string, word: string): boolean {
  const same = shared(token, word)
  return token === word || (same >= Math.max(4, word.length - 1) && token.length - same <= 3)
}
