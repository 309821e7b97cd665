/**
 * The words with which people answer an approval request in one language. Each list is a text of phrases with commas
 * between them. Case and accents do not matter. The longest phrase at a position counts, whatever list it is in.
 */
export interface ApprovalWords {
  /** ISO 639-1. */
  code: string
  /** Phrases that agree: "yes", "go ahead". */
  yes: string
  /** Phrases that refuse: "no", "leave it". */
  no: string
  /** Words that turn what follows or precedes them into its opposite: "not", "don't". */
  not: string
  /** Phrases of a condition, a change, a question or a doubt, and idioms that decline with words of a yes: "if", "how much", "va bene così". */
  open: string
  /** Words that contrast: "but". */
  but: string
  /** Words that begin a new thought, without a pause before them: "and", "so". */
  joints: string
  /** Words before a reason, which is a remark: "because". */
  because: string
  /** Words with which a remark about the world begins: "I", "she", "my", "there". */
  remarks: string
  /** Words of ordinary remarks that refuse nothing: "moving", "tomorrow". Any other word in a remark leaves the answer unclear. */
  reasons: string
  /** Words without a meaning of their own in an answer, besides the stop words of the language: "please". */
  neutral: string
  /** Words for all things that the question names: "both", "all of it". */
  all: string
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
  /** Syllables that can stand before a verb: "di" in "dibayar". */
  prefixes?: string
  /** Verbs in the infinitive that only carry the endings of another word: "etmek" in "iptal etmek". */
  helpers?: string
  /** Matches what follows the stem of a verb if the form refuses: "me" in "silme". */
  negated?: RegExp
}
