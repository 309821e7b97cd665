/**
 * The words with which people answer an approval request in one language. Each list is a text of phrases with commas
 * between them. Case and accents do not matter. The longest phrase at a position counts, whatever list it is in. After a yes, a word that is in no list changes nothing.
 */
export interface ApprovalWords {
  /** ISO 639-1. */
  code: string
  /** Phrases that agree: "yes", "go ahead". */
  yes: string
  /** Words that agree only if no unknown word stands beside them, because they may belong to a remark: "good", "you may". */
  weak: string
  /** Phrases that refuse: "no", "leave it". */
  no: string
  /** Phrases that refuse, but are only a reason after a yes if the call takes something away: "I don't need it". */
  needless: string
  /** Words that turn what follows or precedes them into its opposite: "not", "don't". */
  not: string
  /**
   * Phrases of a condition, a change, a doubt, a pause or a protest, and idioms that decline with words of a yes: "if",
   * "make it", "wait", "va bene così". The last word of an entry may be a stem: `protest*`.
   */
  open: string
  /** Words at the beginning of a question. They leave an answer open unless they belong to a further wish: "what". */
  asks: string
  /** Words that ask for something else. They leave an answer open unless they belong to a further wish: "other", "show me". */
  changes: string
  /** Words that contrast: "but". */
  but: string
  /** Phrases that begin a further wish, which is no part of the answer: "and then", "by the way". */
  wishes: string
  /** Words that begin a new thought, without a pause before them: "and", "so". */
  joints: string
  /** Words with which a remark about the world begins: "because", "I", "she", "my", "there". */
  remarks: string
  /** Words without a meaning of their own in an answer, and phrases that are harmless in spite of a word of another list: "no worries". */
  neutral: string
  /** Words before the name of a thing, a person, a place or a time: "the", "to". */
  slots: string
  /** Words that make an order of words of the question: "please" in "the blue one, please". */
  urges: string
  /** Words for what the question is about: "it", "that". */
  deictic: string
  /** Other spellings, each with the one that the lists have: "thats=that's". Here, accents matter. */
  spellings?: string
  /** Words for all things that the question names: "both", "all of it". */
  all: string
  /** Words for two things, and for all only if there are two: "both". */
  pairs: string
  /** Words that leave the other things out: "only". */
  only: string
  /** Words for the things that were not named: "the rest". */
  rest: string
  /** Words for the first, the second, the third and the fourth thing, and then for the last; forms have `/` between them. */
  ordinals: string
  /** How many letters at its end the infinitive of a verb can lose in other forms: 2 for "lösch(en)". */
  ending: number
  /** Matches what can follow the stem in a form that asks for the action: "e" in "lösche", but not "t" in "löscht". No accents. */
  forms: RegExp
  /** Matches an unknown word that can only be a verb that asks for an action, and so is no name: "zapisać". No accents. */
  commands?: RegExp
  /** Syllables that can stand before a verb: "di" in "dibayar". */
  prefixes?: string
  /** Parts of a verb that stand behind it in other forms: "ein" of "eintragen" in "trag es ein". */
  particles?: string
  /** Verbs in the infinitive that only carry the endings of another word: "etmek" in "iptal etmek". */
  helpers?: string
  /** Matches what follows the stem of a verb if the form refuses: "me" in "silme". */
  negated?: RegExp
}
