import type { AgentTexts, ApprovalTexts } from './agent-texts.js'
import type { Meaning, Sentence } from './language.js'
import type { OverlayTexts } from './overlay-texts.js'
import type { Action } from './search-language.js'
import type { Endings, Phrases } from './word-lists.js'

/**
 * All words and texts of one language: a file `templates/languages/<code>.json`. It has no code. Words are in lower case.
 * The JSON schema `schemas/language.json` checks the same form.
 */
export interface LanguageData {
  /** ISO 639-1. */
  code: string
  /** The name of the language in the language itself. */
  name: string
  agent: Omit<AgentTexts, 'tag' | 'approval'>
  /** The texts from which the question before a tool call that needs approval is made. */
  approval: ApprovalTexts
  answers: AnswerData
  /** The texts of the overlay, the chat view of the browser client. */
  overlay: Omit<OverlayTexts, 'language'>
  /** Absent in English, whose titles are read with more than words. */
  titles?: TitleVerbs
  turns: TurnData
  /** Whether all nouns begin with a capital letter. If so, a capital letter does not show that a word is a name. */
  capitalNouns?: boolean
  inflection: Inflection
  numbers: NumberData
  dates: DateData
  /** Everyday words for each kind of request. A word that is often a noun is listed only in a phrase: "log an". */
  actions: Readonly<Record<Action, Phrases>>
  words: WordLists
  forbids: Prohibitions
  /**
   * Sentences that are not requests, by meaning. For `correction` and `followUp`, only their beginnings. A phrase with `+`
   * only stands beside others ("+please"), and one with `*` anywhere in a sentence.
   */
  sayings: Readonly<Partial<Record<Meaning, Phrases>>>
  vocabulary: Vocabulary
  /** What the built-in router says. The `{placeholders}` are filled by name. @default the English sentences */
  router?: {
    sentences: Readonly<Record<Sentence, string>>
    /** The finished action in words: "created" in "Done, the order is created". */
    done: Readonly<Record<'create' | 'update' | 'delete' | 'cancel' | 'other', string>>
  }
}

/**
 * How the words of a language change. In `actions`, a verb with `+` stands for all its regular forms, and one with `~` for
 * itself and its forms with attached pronouns.
 */
export interface Inflection {
  /**
   * How the forms of a word are reduced to one: by the rules of English, or by these endings after at least so many
   * letters, the longest first. Absent: words with the same beginning count as forms of one word.
   */
  stem?: 'english' | { suffixes: Phrases; least: number }
  /**
   * The regular verbs, by the ending of their infinitive. A form with `*` is added to the softened stem, and one with `~`
   * also takes pronouns.
   */
  verbs?: readonly { ending: string; forms: Phrases }[]
  /** What the last letter of a stem becomes before a form with `*`: "c" becomes "qu" in "busque". */
  soften?: Readonly<Record<string, string>>
  /** Pronouns that are attached to the end of a verb. */
  pronouns?: Phrases
  /** What the end of a verb becomes before a pronoun: "re" becomes "r" in "cercarlo". */
  beforePronouns?: Readonly<Record<string, string>>
  /** Whether the vowels of the endings of nouns and verbs follow those of the word, as in Turkish. */
  harmony?: boolean
  /** Endings of nouns that say whose a thing is. */
  possessives?: Phrases
  /**
   * What shows a plural: endings after at least so many letters; `lar*` also has further endings behind it. Or the rules of
   * English. "any noun": the nouns have no plural of their own. Absent: the plurals in `vocabulary`.
   */
  plural?: 'english' | 'any noun' | { endings: Phrases; not?: Phrases; least: number }
  /** Letters that users type in place of others. */
  typed?: Readonly<Record<string, string>>
}

/** The words for numbers and spelled ids. */
export interface NumberData {
  /** The numbers from 0 on, one word or several for each. */
  counted: Phrases
  /** Ten, twenty and so on, if they are not in `counted`. */
  tens?: Phrases
  /** One hundred, two hundred and so on, if they have words of their own. */
  hundreds?: Phrases
  /** Further words with their values. */
  more?: Readonly<Record<string, number>>
  /** Whether a number is written as one word: "dreihundertzwölf". */
  isOneWord?: boolean
  /** Forms that numbers have only in such a word: "ein" in "einhundert". */
  parts?: Readonly<Record<string, number>>
  /** Words that multiply the number before them: "hundred". */
  multipliers?: Readonly<Record<string, number>>
  /** Words that repeat the digit or letter after them: "double". */
  repeats?: Readonly<Record<string, number>>
  /** Words that mean zero only between digits: "oh". */
  zeros?: Phrases
  /** Words between hundreds and tens: "and". */
  joints?: Phrases
  /** Words before decimals: "point". */
  points?: Phrases
  /** The sign before decimals in digits. The other one separates thousands: "2.500" is 2500 with a comma. @default ',' */
  decimalMark?: '.' | ','
  /** Words after which "and" separates two numbers: "between one hundred and two hundred". */
  ranges?: Phrases
  /** Letters that are also words, so that they do not begin a spelled id: "e" and "o" in "qual e o preco". */
  letters?: Phrases
  /** The lowest number that 1 to 9 can follow: 20 in "twenty one", 10 for languages that say "ten one". @default 20 */
  tensFrom?: number
  /** Whether a word like "and" is also used between the tens and a last digit: "treinta y uno". */
  joinsTens?: boolean
}

export interface DateData {
  /** Words for days, each with its distance from today in days. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. Each line has the seven names in another form. */
  weekdays: Phrases
  /** Names of the months, January first, a line for each. */
  months: Phrases
  /** Words after the hour of a time of day: "pm" for the second half, "o'clock" for a whole `day`. */
  clock?: Readonly<Partial<Record<'am' | 'pm' | 'day', string>>>
}

/** What shows a request not to do something: "do not delete it". Here, accents matter. */
export interface Prohibitions {
  /** Words that may stand before all others: "please". */
  polite: Phrases
  /** Words at the beginning of a clause: "don't". One with an apostrophe is joined to the next word: "n'". */
  first?: Phrases
  /** Words after `first` with which it forbids nothing: "don't worry". */
  unless?: Phrases
  /** Words at the beginning or after the first word: "pas" in "supprime pas". */
  second?: Phrases
  /** Words that may stand before `second`. */
  between?: Phrases
  /** Words at the end: "nicht". */
  last?: Phrases
  anywhere?: Phrases
  /** Endings of a last word that forbid, and words that only look like it. */
  endings?: Phrases
  except?: Phrases
}

/** Nouns and other words, each list by the English word that tools use most often for them. */
export interface Vocabulary {
  /** Nouns. After a slash, their plural: "gebruiker/gebruikers". */
  nouns?: Readonly<Record<string, string>>
  /** Nouns with the same endings: that of the dictionary, and those of all forms. `-` stands for no ending. */
  declensions?: readonly {
    ending: string
    singular: string
    plural: string
    nouns: Readonly<Record<string, string>>
  }[]
  /** Verbs, words for states and irregular forms. */
  words?: Readonly<Record<string, string>>
  /** Words that users say, but that no English word is translated to: they look like an English word of another meaning. */
  heard?: Readonly<Record<string, string>>
  /** Groups of words that users say for the same thing, one a line. Search reads all words of a group as its first word. */
  synonyms?: Phrases
  /** For each word, further words that it may mean. In search, they count less than synonyms: "bug" also finds "issue". */
  related?: Readonly<Record<string, string>>
}

/** The lists of words that every language has. */
export interface CommonLists {
  /** Frequent words that do not show the subject of a request, such as articles. */
  stopWords: Phrases
  /** One or two words at the beginning of a question for information: "how", "do we". */
  questions: Phrases
  /** Words between the name of a parameter and its value: "is", "number", "to". */
  linking: Phrases
  /** Words before a new name or value: "to" in "rename it to Rex". */
  renaming: Phrases
  /** Words that separate two requests, and the bounds of a range: "and", "then". */
  joints: Phrases
  /** Words before a name that the user gives to a record: "called", "named". */
  naming: Phrases
  /** Words that say that a number is the id of a record: "number", "id". */
  pointers: Phrases
  /** Words that may come before a verb in a request: "please", "to". */
  beforeVerbs: Phrases
  /** Words that say that a record belongs to the speaker: "my". */
  own: Phrases
  /** Question words for a number of things: "how many". */
  countQuestions: Phrases
  /** Beginnings of questions of users about their own account: "who am I". */
  selfQuestions: Phrases
}

/** The lists of words of a language. Without an optional list, that of English is used. */
export interface WordLists extends CommonLists {
  /** Words directly before a noun. A word that is both a noun and a verb counts as a noun after them: "la reserva". */
  determiners?: Phrases
  /** Verbs that count as nouns except at the beginning of a request and after words such as "please": "the second post". */
  nounVerbs?: Phrases
  /** @default `determiners` */
  articles?: Phrases
  /** Words before a less important part of the request: "for", "of", "from". */
  prepositions?: Phrases
  /** Particles that can be separated from their verb: "an" in "leg eine Gruppe an", "out" in "take it out". */
  particles?: Phrases
  /** Ordinals: a line with all forms for each position from the first on. */
  ordinals?: Phrases
  /** Words for the last position in a list. */
  last?: Phrases
  /** Words before the lower and the upper bound of a range, or the start and the end of a route: "from", "at most". */
  bounds: { lower: Phrases; upper: Phrases }
  /** Words directly before a value: "is" in "the name is rex". @default the English words, and `renaming` */
  assigning?: Phrases
  /** Words after a new name: "heißen" in "die Gruppe soll Nord heißen" (the group should be called Nord). */
  namedBefore?: Phrases
  /** Words before a future day: "next". */
  ahead?: Phrases
  /** Words before a past day: "last". */
  past?: Phrases
  /** Nouns for periods of time, in the singular: "week". */
  periods?: Phrases
  /** Prefixes that give a verb the opposite meaning: "un" in "unfreeze". */
  reversing?: Phrases
  true?: Phrases
  false?: Phrases
  /** Verbs that set a state together with a later "on" or "off": "turn" in "turn the light on". */
  switchingVerbs?: Phrases
  on?: Phrases
  off?: Phrases
  /** Words for the last mentioned record: "it", "that one". */
  pronoun?: Phrases
  /** Words for several mentioned records: "them". */
  pluralPronoun?: Phrases
  /** Words before a verb of an action that the user no longer wants: "do not want to". */
  unwanted?: Phrases
  /** Words between a thing and the record from which the user removes it: "off" in "take the milk off the list". */
  sources?: Phrases
  /** Words for all things in a record: "everything" in "remove everything from the list". */
  everything?: Phrases
  /** Pronouns that can directly follow a verb: "it" in "call it Rex". */
  pronouns?: Phrases
  /** Nouns that stand for any record: "one" in "the second one". */
  placeholders?: Phrases
  /** Verbs that give a name: "rename". */
  namingVerbs?: Phrases
  /** Sounds without meaning, which are not an answer to a question: "um". */
  fillers?: Phrases
  /** Words that change the yes-or-no value after them to a no: "without". */
  negations?: Phrases
  /** Phrases between two steps of a request, the longest first: "and then". */
  sequence?: Phrases
  /** Words before a text that the user dictates: "saying" in "a note saying we are closed". */
  saying?: Phrases
  /** Words before a text to search for: "containing". */
  containing?: Phrases
  /** Words at the beginning of a question for a yes or a no: "is", "did". */
  yesNoQuestions?: Phrases
  /** Words that show that the number before them is a quantity or a time and not an id: "pieces", "times", "pm". */
  counting?: Phrases
  /** Nouns for a page of results: "page" in "the second page". */
  pages?: Phrases
  /** Words after the number of results on a page: "at a time" in "five at a time". */
  perPage?: Phrases
  /** Words before or after the value in an answer: "make it" in "make it blue". */
  answerFrames?: Phrases
  /** Spoken names of the characters in addresses and codes: "dot" is `.`. */
  symbols?: Readonly<Record<string, string>>
  /** Everyday names of currencies, by their ISO 4217 codes. */
  currencies?: Readonly<Record<string, string>>
  /**
   * Words for the item of a list with the highest (`most`) or the lowest price, date or other value: "cheapest". The
   * least ambiguous words come first. If `needsField` is set, the user must also name the field: "most free seats".
   */
  superlatives?: readonly {
    words: Phrases
    of: 'price' | 'date' | 'any'
    most: boolean
    needsField?: boolean
  }[]
  /** Question words for a kind of field: "when" asks for a date, "how much" for a price. */
  fieldQuestions?: readonly { phrases: Phrases; of: 'price' | 'date' | 'place' | 'person' | 'age' }[]
  /** Pairs of opposite verbs. If the user says a verb of one side, a tool with a verb of the other side is not meant. */
  opposites?: readonly Phrases[]
  /** Groups of words that mean the same value, one a line: "done" may stand for a state named "completed". */
  valueSynonyms?: Phrases
}

/**
 * The words with which people answer an approval request. Case and accents do not matter. The longest phrase at a position
 * counts, whatever list it is in. After a yes, a word that is in no list changes nothing.
 */
export interface AnswerLists {
  /** Phrases that agree: "yes", "go ahead". */
  yes: Phrases
  /** Words that agree only if no unknown word stands beside them, because they may belong to a remark: "good", "you may". */
  weak: Phrases
  /** Phrases that refuse: "no", "leave it". */
  no: Phrases
  /** Phrases that refuse, but are only a reason after a yes if the call takes something away: "I don't need it". */
  needless: Phrases
  /** Words that turn what follows or precedes them into its opposite: "not", "don't". */
  not: Phrases
  /**
   * Phrases of a condition, a change, a doubt, a pause or a protest, and idioms that decline with words of a yes: "if",
   * "make it", "wait", "va bene così". A phrase may be the beginning of a word: `protest*`.
   */
  open: Phrases
  /** Words at the beginning of a question. They leave an answer open unless they belong to a further wish: "what". */
  asks: Phrases
  /** Words that ask for something else. They leave an answer open unless they belong to a further wish: "other", "show me". */
  changes: Phrases
  /** Words that contrast: "but". */
  but: Phrases
  /** Phrases that begin a further wish, which is no part of the answer: "and then", "by the way". */
  wishes: Phrases
  /** Words that begin a new thought, without a pause before them: "and", "so". */
  joints: Phrases
  /** Words with which a remark about the world begins: "because", "I", "she", "my", "there". */
  remarks: Phrases
  /** Words without a meaning of their own in an answer, and phrases that are harmless in spite of a word of another list: "no worries". */
  neutral: Phrases
  /** Words before the name of a thing, a person, a place or a time: "the", "to". */
  slots: Phrases
  /** Words that make an order of words of the question: "please" in "the blue one, please". */
  urges: Phrases
  /** Words for what the question is about: "it", "that". */
  deictic: Phrases
  /** Words for all things that the question names: "both", "all of it". */
  all: Phrases
  /** Words for two things, and for all only if there are two: "both". */
  pairs: Phrases
  /** Words that leave the other things out: "only". */
  only: Phrases
  /** Words for the things that were not named: "the rest". */
  rest: Phrases
}

/** The answers to an approval request, and the forms that the verb of the question has in an answer. */
export interface AnswerData extends AnswerLists {
  /** The forms for the first, the second, the third and the fourth thing, one line each, and then for the last. */
  ordinals: Phrases
  /** Other spellings, each with the one that the lists have: `"thats": "that's"`. Here, accents matter. */
  spellings?: Readonly<Record<string, string>>
  /** How many letters at its end the infinitive of a verb can lose in other forms: 2 for "lösch(en)". @default 0 */
  ending?: number
  /** What can follow the stem in a form that asks for the action: "e" in "lösche", but not "t" in "löscht". No accents. */
  forms?: Endings
  /** Ends of an unknown word that can only be a verb that asks for an action, and so is no name: "zapisać". No accents. */
  commands?: Endings
  /** Ends of a form of a verb that refuses: "me" in "silme". */
  negated?: Endings
  /** Syllables that can stand before a verb: "di" in "dibayar". */
  prefixes?: Phrases
  /** Parts of a verb that stand behind it in other forms: "ein" of "eintragen" in "trag es ein". */
  particles?: Phrases
  /** Verbs in the infinitive that only carry the endings of another word: "etmek" in "iptal etmek". */
  helpers?: Phrases
}

/**
 * Verbs with which the requests of an API are named, by what the request does. A word that is also a common noun, in its
 * own language or in English, is listed only in a phrase.
 */
export interface TitleVerbs {
  /** Where a title has its verb: only at its start, only at its end, or mostly at its end. @default mostly at its start */
  position?: 'first' | 'last' | 'mostly-last'
  /** Whether words are compared with their accents, because without them they mean something else. @default false */
  hasAccents?: boolean
  /** Whether words are written without spaces. @default false */
  isUnspaced?: boolean
  /** Verbs of requests that change nothing. */
  reads: Phrases
  /** Verbs of requests that change something. */
  writes: Phrases
  /** Verbs of requests whose effect cannot be undone or reaches others: to delete, to cancel, to send, to pay. */
  destroys: Phrases
  /** Nouns of such acts: "Virement". They say so only in the name of a request that changes something. */
  acts: Phrases
  /** Verbs that change something, in languages in which only a small first letter shows that they are no nouns. */
  lowerCaseWrites?: Phrases
  /** Words between two verbs of a title: "buscar y eliminar". */
  joints?: Phrases
  /** Ends of unspaced titles that make them nouns: "删除记录" is a list of deletions. */
  nouns?: Phrases
  /** Beginnings of unspaced titles that say nothing about the effect: "in bulk". */
  beginnings?: Phrases
}

/**
 * The words that show whether the user's turn is over. They have no apostrophes. In `email` and `asks`, a phrase may be a
 * part of a word: `*nummer`.
 */
export interface TurnData {
  /** Words that never end a finished sentence, such as "and". */
  hanging: Phrases
  /**
   * Verbs and question words at the beginning of a request. A request that begins with one counts as complete if it has
   * at least three words.
   */
  asking: Phrases
  /** Number words as people dictate them, and words that stand between number words. */
  numbers: Phrases
  /**
   * Tens that form one number with a digit after them: "forty two". Absent: the language has one word for such
   * numbers.
   */
  tens?: Phrases
  /** Single letters that are usually words, such as "a": they are not read as spelled letters. */
  letters: Phrases
  /** Question words. A short question that begins with one may end in a word of `hanging`, as in "what is this". */
  questions: Phrases
  /** Words after which a value follows: "number" in "the order number". */
  labels: Phrases
  /**
   * The endings of a noun in the plural. After a verb, a noun without one needs a value: "cancel order" is unfinished.
   * Absent: the form of a noun does not show it.
   */
  plural?: Phrases
  /** Complete answers of one to four words. Several of them together are also complete. */
  closed: Phrases
  /** Words for `@`, for `.` and for "e-mail" in a spoken e-mail address. */
  spelling: { at: Phrases; dot: Phrases; email: Phrases }
  /** Words with which the user only shows attention and does not interrupt the agent: "mhm". */
  backchannels: Phrases
  /**
   * Words in questions of the agent, for each kind of answer that it expects. The first match counts: "e-mail address" is
   * an e-mail, "phone number" a number, "name of the street" an address.
   */
  asks: {
    email: Phrases
    address: Phrases
    date: Phrases
    number: Phrases
    name: Phrases
    yesOrNo: Phrases
    /** Beginnings of sentences that ask for something without a question mark. */
    requests: Phrases
  }
}
