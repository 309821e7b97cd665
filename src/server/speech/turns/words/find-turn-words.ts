import { germanWords } from './de.js'
import { englishWords } from './en.js'
import { type TurnWords, wordSet } from './turn-words.js'

const NO_WORDS: ReadonlySet<string> = new Set()
const NEVER = /(?!)/

/** For a language without a pack: punctuation, digits, single letters, and the sounds that people everywhere make while they listen. */
const WORDLESS: TurnWords = {
  tag: 'und',
  ...{ hanging: NO_WORDS, asking: NO_WORDS, numbers: NO_WORDS, letterWords: NO_WORDS, questions: NO_WORDS },
  closed: ['ok', 'okay', 'stop'],
  spelling: { at: ['@'], dot: [], email: NEVER },
  backchannels: wordSet('mm mhm mmhm mmhmm hm hmm uh uhhuh ah oh aha eh ok okay'),
  asks: { kinds: [['email', /\be-?mail/]], yesOrNo: NEVER, requests: NEVER },
}

/** Every pack there is. To add one, write it and put it here. */
const PACKS: readonly TurnWords[] = [englishWords, germanWords]

/** The words for a language tag such as `de` or `de-AT`; English where no language is named, rules without words for all others. */
export function findTurnWords(tag: string | undefined): TurnWords {
  const language = tag?.toLowerCase().split(/[-_]/)[0] || 'en'
  return PACKS.find((pack) => pack.tag === language) ?? WORDLESS
}
