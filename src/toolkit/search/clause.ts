import type { Action } from '../../languages/search-language.js'
import { searchedStems, stemsOf } from './known-stem.js'
import type { ActionSpan, Lexicon } from './lexicon.js'
import { readActions } from './lexicon.js'
import type { WordPiece } from './pieces.js'
import type { Words } from './vocabulary.js'

/** One request in a sentence. "Pause it and turn the volume down" has two. */
export interface Clause {
  terms: QueryTerm[]
  actions: Action[]
  /** Stem of the verb that the clause starts with, if it is the verb of some tool: `pause` for "pause the player". */
  verb?: string
  /** Stem of the first search word that is a noun in the path of some tool. */
  head?: string
  own: boolean
  /** Whether the clause asks who the user is: "who am I logged in as". */
  asksForSelf?: boolean
  /** Whether the user refers to an existing record by its name. The id of the record must then be looked up. */
  names: boolean
  /** For each number or code, the stem of the noun before it: `invoice` for "invoice 7", or ''. */
  pointed: string[]
}

export interface QueryTerm {
  stem: string
  /** The user's own word in lower case; '' for a synonym or a word of a phrase such as "get rid of". */
  surface: string
  weight: number
  plural: boolean
  /** Whether the word is an everyday verb. Such a word counts only if the title of a tool has it. */
  verb?: boolean
  /** Stem of the user's own word, if the search word is a synonym or a translation of that word. */
  standsFor?: string
}

const verbWeight = 0.3
const relatedWeight = 0.4
/** How many pieces before a number are searched: in "the invoice whose id is 7", the noun is four before. */
const reach = 5

export function readClause(
  pieces: WordPiece[],
  { lexicon, vocabulary, asks = false }: Words & { asks?: boolean | undefined },
): Clause {
  const words = pieces.filter((piece) => !piece.value).flatMap((piece) => piece.words)
  const spans = lexicon.actionSpans(words)
  const clause: Clause = {
    terms: [],
    actions: actionsOf(spans, asks),
    own: words.some((word) => lexicon.language.own.has(word)),
    names: callsByName(pieces, lexicon),
    pointed: pointedThings(pieces, { lexicon, vocabulary }),
  }
  clause.terms = readTerms(words, { lexicon, vocabulary, spans })
  const head = clause.terms.find((term) => vocabulary.isThing(term.stem))?.stem
  if (head !== undefined) clause.head = head
  const verb = leadingVerbs(words, { lexicon, spans }).find(vocabulary.isVerb)
  if (verb !== undefined) clause.verb = verb
  else if (isVerbOfNoun(words, { pointed: clause.pointed, lexicon, vocabulary }))
    clause.actions.push('create')
  return clause
}

/** The actions of a clause; of a question only reads, so that "how did run 7 end?" ends nothing. */
function actionsOf(spans: ActionSpan[], asks: boolean): Action[] {
  const actions = [...new Set(spans.map((span) => span.action))]
  if (!asks) return actions
  const reading = actions.filter((action) => readActions.has(action))
  return reading.length > 0 ? reading : ['get']
}

/** The stems of the verb at the start, with and without its particle: `logout`, `log`. Empty if it can be no verb. */
function leadingVerbs(
  words: string[],
  { lexicon, spans }: { lexicon: Lexicon; spans: ActionSpan[] },
): string[] {
  const at = lexicon.leadOf(words)
  const word = words[at]
  const inPhrase = spans.some(({ start, length }) => length > 1 && at >= start && at < start + length)
  if (word === undefined || inPhrase || lexicon.language.isPlural(word)) return []
  return [...lexicon.compoundsAt(words, at), word].map(lexicon.stem)
}

function readTerms(
  words: string[],
  { lexicon, vocabulary, spans }: Words & { spans: ActionSpan[] },
): QueryTerm[] {
  const single = spans.filter(({ length }) => length === 1)
  const verbs = new Set(single.map(({ start }) => words[start]))
  const changing = new Set(
    single.filter(({ action }) => !readActions.has(action)).map(({ start }) => words[start]),
  )
  const phrases = new Map(spans.filter(({ length }) => length > 1).map((span) => [span.start, span]))
  const terms = new Map<string, QueryTerm>()
  const add = (term: QueryTerm) => {
    const known = terms.get(term.stem)
    if (!known || (known.standsFor !== undefined && term.standsFor === undefined)) terms.set(term.stem, term)
  }
  let phraseEnd = 0
  words.forEach((word, at) => {
    const phrase = phrases.get(at)
    if (phrase) {
      phraseEnd = at + phrase.length
      const stem = lexicon.verbOf(phrase.action)
      const weight = verbWeight / phrase.length
      if (words.slice(at, phraseEnd).some((one) => !lexicon.isStopWord(one)))
        add({ stem, surface: '', weight, plural: false, verb: true })
    }
    if (at < phraseEnd) return
    for (const surface of lexicon.compoundsAt(words, at)) {
      const stem = lexicon.stem(surface)
      const verb = lexicon.language.particles.has(surface.slice(word.length))
      if (vocabulary.has(stem))
        add({ stem, surface, weight: 2, plural: lexicon.language.isPlural(surface), verb })
    }
    if (lexicon.isStopWord(word) || /^\d+$/.test(word)) return
    const plural = lexicon.language.isPlural(word)
    const [stem = '', ...others] = searchedStems(word, { lexicon, vocabulary })
    const [verb, weight] = verbs.has(word) ? [true, verbWeight] : [false, 1]
    add({ stem, surface: word, weight, plural, verb })
    for (const other of others) add({ stem: other, surface: '', weight, plural, verb, standsFor: stem })
    // A verb of change has only the weight `verbWeight`, and its related words normally have a higher weight. If tools
    // use the verb as a noun too ("booking" in "booking 7"), its related words get a lower weight than the verb.
    const most = changing.has(word) && vocabulary.isSubject(stem) ? weight : 1
    for (const related of [stem, ...lexicon.translate(word)].flatMap(lexicon.related))
      if (vocabulary.has(related))
        add({ stem: related, surface: '', weight: relatedWeight * most, plural: false, standsFor: stem })
  })
  return [...terms.values()]
}

/** Whether the user names an existing record. The name of a new one does not count: "create a list named Work". */
function callsByName(pieces: WordPiece[], lexicon: Lexicon): boolean {
  const { naming, prepositions } = lexicon.language
  let named = false
  return pieces.some((piece) => {
    const isName = piece.value === 'name'
    if (isName && !named) return true
    const word = piece.text.toLowerCase()
    named = naming.has(word) || (named && (isName || (lexicon.isStopWord(word) && !prepositions.has(word))))
    return false
  })
}

/** For each record that a number or code identifies, the stem of its noun or ''. Counts, as in "7 invoices", are skipped. */
function pointedThings(pieces: WordPiece[], { lexicon, vocabulary }: Words): string[] {
  return pieces.flatMap((piece, at) => {
    const code = piece.value === 'code'
    if (!code && piece.value !== 'number') return []
    const before = pieces.slice(Math.max(0, at - reach), at).flatMap(({ words }) => words)
    const thingIn = (word: string) => stemsOf(word, lexicon).find(vocabulary.isThing)
    const thing = before.findLast((word) => thingIn(word) !== undefined)
    const last = before.at(-1) ?? ''
    const announced = last === thing || lexicon.language.pointers.has(last) || before.includes('id')
    return code || announced ? [thing === undefined ? '' : thingIn(thing)!] : []
  })
}

/** Whether a noun is the verb, which creates: "invoice the client". Not before a code: "contract K7". */
function isVerbOfNoun(
  words: string[],
  { pointed, lexicon, vocabulary }: Words & Pick<Clause, 'pointed'>,
): boolean {
  const at = lexicon.leadOf(words)
  const [verb = '', ...rest] = at < 0 ? [] : words.slice(at)
  const stem = lexicon.stem(verb)
  if (!vocabulary.isThing(stem) || lexicon.language.isPlural(verb) || pointed.includes(stem)) return false
  const next = rest.find((word) => lexicon.stem(word) !== stem && !lexicon.isStopWord(word))
  return next !== undefined && vocabulary.isThing(lexicon.stem(next))
}
