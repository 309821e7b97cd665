import type { CountedText } from '../text/fill-text.js'
import type { OverlayTexts } from './overlay-texts.js'
import type { Action } from './search-language.js'
import type { Endings, Phrases } from './word-lists.js'

/**
 * All words and texts of one language: a file `templates/languages/<code>.json`. It has no code, and its words are in lower
 * case. `schemas/language.json` checks the same form and says what each member is for.
 */
export interface LanguageData {
  /** ISO 639-1. */
  code: string
  /** The name of the language in the language itself. */
  name: string
  agent: AgentData
  approval: ApprovalTexts
  answers: AnswerData
  overlay: Omit<OverlayTexts, 'language'>
  /** Absent in English, whose titles are read with more than words. */
  titles?: TitleVerbs
  turns: TurnData
  capitalNouns?: boolean
  inflection: Inflection
  numbers: NumberData
  dates: DateData
  actions: Readonly<Record<Action, Phrases>>
  words: WordLists
  forbids: Prohibitions
  sayings: Readonly<Partial<Record<Meaning, Phrases>>>
  vocabulary: Vocabulary
  /** @default the English sentences */
  router?: { sentences: Texts<Sentence>; done: Texts<'create' | 'update' | 'delete' | 'cancel' | 'other'> }
}

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Lists<Name extends string> = Readonly<Record<Name, Phrases>>
type MoreLists<Name extends string> = Partial<Lists<Name>>
type Numbers = Readonly<Record<string, number>>
type Words = Readonly<Record<string, string>>

/** What the agent says by itself, and how a caller ends a call (`farewells`). */
export interface AgentData extends Texts<'filler'> {
  budgets: Texts<'user' | 'session' | 'app'>
  speech: Texts<'cannotHear' | 'cannotSpeak'> & { why: Texts<SpeechFailure> }
  serverStopped: Texts<'inCall' | 'inReply'>
  phone: Texts<'greeting' | 'goAhead' | 'again' | 'filler' | 'stillThere' | 'goodbye' | 'timeUp'> &
    Lists<'farewells'>
  failures: FailureTexts
}

/** Why a speech provider failed. */
export type SpeechFailure =
  | 'unauthorized'
  | 'rate-limited'
  | 'unavailable'
  | 'unreachable'
  | 'rejected'
  | 'timeout'
  | 'bad-answer'
  | 'not-installed'

type ServiceFailure = Exclude<SpeechFailure, 'not-installed'>

export type FailureTexts = Texts<
  | ServiceFailure
  | ('no-credit' | 'unknown-model' | 'too-long' | 'no-answer' | 'cut' | 'lastResort' | 'internal')
  | ('tooManySteps' | 'tooLong' | 'tooManyTokens' | 'tooManyBadCalls')
>

export interface ApprovalTexts
  extends Texts<'sentence' | 'unknown' | 'goAhead' | 'said' | 'leftOut' | 'again' | 'dropped' | 'gone'>,
    Texts<'unexpected' | 'more' | 'others'>,
    Readonly<Record<'length' | 'entries', CountedText>> {
  /** For an English verb of `titleVerbs`, its form in `sentence`, and after slashes its infinitives. */
  verbs: Words
  /** Only in English: verbs whose third person has no ending "s". */
  anyVerb?: Words
  methods: Words
}

export type AnswerLists = Lists<
  | ('yes' | 'weak' | 'no' | 'needless' | 'not' | 'open' | 'asks' | 'changes' | 'but' | 'wishes' | 'degrees')
  | ('joints' | 'remarks' | 'neutral' | 'slots' | 'urges' | 'deictic' | 'all' | 'pairs' | 'only' | 'rest')
>

/** The answers to an approval request, and the forms that the verb of the question has in an answer. */
export interface AnswerData extends AnswerLists, MoreLists<'prefixes' | 'particles' | 'helpers'> {
  ordinals: Phrases
  spellings?: Words
  /** @default 0 */
  ending?: number
  forms?: Endings
  commands?: Endings
  negated?: Endings
}

export interface TitleVerbs
  extends Lists<'reads' | 'writes' | 'destroys' | 'acts'>,
    MoreLists<'lowerCaseWrites' | 'joints' | 'nouns' | 'beginnings' | 'actionNames'> {
  /** Where a title has its verb. @default mostly at its start */
  position?: 'first' | 'last' | 'mostly-last'
  hasAccents?: boolean
  isUnspaced?: boolean
}

export type TurnList =
  | 'hanging'
  | 'asking'
  | 'numbers'
  | 'letters'
  | 'questions'
  | 'labels'
  | 'closed'
  | 'backchannels'

export interface TurnData extends Lists<TurnList>, MoreLists<'tens' | 'plural'> {
  spelling: Lists<'at' | 'dot' | 'email'>
  asks: Lists<'email' | 'address' | 'date' | 'number' | 'name' | 'yesOrNo' | 'requests'>
}

export interface Inflection extends MoreLists<'pronouns' | 'possessives'> {
  /** @default words with the same beginning count as forms of one word */
  stem?: 'english' | { suffixes: Phrases; least: number }
  verbs?: readonly { ending: string; forms: Phrases }[]
  soften?: Words
  beforePronouns?: Words
  harmony?: boolean
  /** @default the plurals in `vocabulary` */
  plural?: 'english' | 'any noun' | { endings: Phrases; not?: Phrases; least: number }
  typed?: Words
}

export interface NumberData
  extends Lists<'counted'>,
    MoreLists<'tens' | 'hundreds' | 'zeros' | 'joints' | 'points' | 'ranges' | 'letters'> {
  more?: Numbers
  isOneWord?: boolean
  parts?: Numbers
  multipliers?: Numbers
  repeats?: Numbers
  /** @default ',' */
  decimalMark?: '.' | ','
  /** @default 20 */
  tensFrom?: number
  joinsTens?: boolean
}

export interface DateData extends Lists<'weekdays' | 'months' | 'later' | 'ago'> {
  days: Numbers
  units: Texts<DateUnit>
  one?: Phrases
  clock?: Readonly<Partial<Record<'am' | 'pm' | 'day', string>>>
}

/** Spans of time in which people say how far away a day is. */
export type DateUnit = 'day' | 'week' | 'month' | 'year'

/** What shows a request not to do something. */
export type Prohibitions = Lists<'polite'> &
  MoreLists<'first' | 'unless' | 'second' | 'between' | 'last' | 'anywhere' | 'endings' | 'except'>

/** Nouns and other words, each list by the English word that tools use most often for them. */
export interface Vocabulary extends MoreLists<'synonyms'> {
  nouns?: Words
  declensions?: readonly (Texts<'ending' | 'singular' | 'plural'> & { nouns: Words })[]
  words?: Words
  heard?: Words
  related?: Words
}

export type CommonList =
  | ('stopWords' | 'questions' | 'linking' | 'renaming' | 'joints' | 'naming' | 'pointers' | 'beforeVerbs')
  | ('own' | 'countQuestions' | 'selfQuestions')

export type MoreList =
  | ('determiners' | 'nounVerbs' | 'articles' | 'prepositions' | 'particles' | 'ordinals' | 'last')
  | ('assigning' | 'namedBefore' | 'pronoun' | 'pluralPronoun' | 'unwanted' | 'perPage' | 'valueSynonyms')
  | SetName
  | ListedName

export type SetName =
  | ('ahead' | 'past' | 'periods' | 'switchingVerbs' | 'on' | 'off' | 'sources' | 'everything' | 'pronouns')
  | ('namingVerbs' | 'makingVerbs' | 'fillers' | 'negations' | 'saying' | 'containing' | 'yesNoQuestions')
  | ('counting' | 'pages' | 'indefinite' | 'makers')

export type ListedName = 'reversing' | 'true' | 'false' | 'placeholders' | 'sequence' | 'answerFrames'

export interface WordLists extends Lists<CommonList>, MoreLists<MoreList> {
  bounds: Lists<'lower' | 'upper'>
  symbols?: Words
  currencies?: Words
  superlatives?: readonly {
    words: Phrases
    of: 'price' | 'date' | 'weight' | 'duration' | 'any'
    most: boolean
    needsField?: boolean
  }[]
  /** Words in the names of fields, which may be in any language, by the kind of their values. */
  fieldNames: Lists<FieldKind>
  fieldQuestions?: readonly { phrases: Phrases; of: Exclude<FieldKind, 'count' | 'state'> }[]
  opposites?: readonly Phrases[]
}

/** Kinds of values that the fields of records have. */
export type FieldKind =
  | ('price' | 'date' | 'place' | 'person' | 'age' | 'count' | 'text' | 'duration' | 'state' | 'name')
  | 'weight'

/** The meanings of sentences that are not requests for a tool. */
export type Meaning =
  | ('greeting' | 'thanks' | 'farewell' | 'identity' | 'help' | 'repeat' | 'wait' | 'cancel' | 'yes' | 'no')
  | ('correction' | 'followUp')

/** The names of all sentences that the built-in router says. It answers users without a language model. */
export type Sentence =
  | ('greeting' | 'thanks' | 'farewell' | 'identity' | 'abilities' | 'repeat' | 'waiting' | 'noTools')
  | ('noFit' | 'cancelled' | 'nothingToCancel' | 'nothingPending' | 'toolsOff' | 'askId' | 'askValue')
  | ('askChoice' | 'askChange' | 'askAgain' | 'askUnplaced' | 'whichTool' | 'whetherTool' | 'notUsed')
  | ('ownFault' | 'which' | 'noneNamed' | 'found' | 'extreme' | 'foundOne' | 'foundNone' | 'more')
  | ('partial' | 'next' | 'one' | 'done' | 'doneOne' | 'doneOnly' | 'doneWith' | 'notTold' | 'answer')
  | ('unreadable' | 'fact' | 'facts' | 'says' | 'called' | 'count' | 'alike' | 'countOne' | 'noMore')
  | ('countMore' | 'theThing' | 'fields' | 'notFound' | 'noAddress' | 'noExample' | 'notAllowed')
  | ('notAccepted' | 'busy' | 'broken' | 'unreachable' | 'tooSlow' | 'setting' | 'refused' | 'failed')
  | ('or' | 'yes' | 'no' | 'not' | 'thing' | 'things')
