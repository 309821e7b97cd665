import { oncePer } from '../toolkit/model/lazy.js'
import { dataOf } from './data.js'
import type { LanguageData, TurnData, TurnList } from './language-data.js'
import { endingsPattern, phrases, phrasesPattern } from './word-lists.js'

/**
 * The kinds of answers that the agent may expect from the user. While users dictate an answer such as a number, they
 * pause, so turn detection waits longer before the turn ends.
 */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

type Words = ReadonlySet<string>

export interface TurnWords extends Readonly<Record<TurnList | 'tens', Words>> {
  /** ISO 639-1. */
  tag: string
  /** Matches a noun in the plural. Undefined: the form of a noun does not show it. */
  plural: RegExp | undefined
  spelling: { at: Words; dot: Words; email: RegExp }
  /** Patterns for the questions of the agent, which show the kind of answer that a question expects. The first match counts. */
  asks: {
    kinds: readonly (readonly [kind: ExpectedAnswer, words: RegExp])[]
    yesOrNo: RegExp
    requests: RegExp
  }
}

/** For a language without a file: "ok", "stop", "@", and sounds of attention in many languages. */
const WORDLESS: TurnData = {
  hanging: [],
  asking: [],
  numbers: [],
  letters: [],
  questions: [],
  labels: [],
  closed: ['ok, okay, stop'],
  spelling: { at: ['@'], dot: [], email: [] },
  backchannels: ['mm, mhm, mmhm, mmhmm, hm, hmm, uh, uhhuh, ah, oh, aha, eh, ok, okay'],
  asks: {
    email: ['email*, e-mail*'],
    address: [],
    date: [],
    number: [],
    name: [],
    yesOrNo: [],
    requests: [],
  },
}

const LISTS: readonly TurnList[] = [
  ...(['hanging', 'asking', 'numbers', 'letters', 'questions', 'labels', 'closed', 'backchannels'] as const),
]

const wordSet = (lines: readonly string[]): Words => new Set(phrases(lines))

function turnWords(tag: string, data: TurnData): TurnWords {
  const { spelling, asks } = data
  const kinds = (['email', 'address', 'date', 'number', 'name'] as const).map(
    (kind) => [kind, phrasesPattern(asks[kind])] as const,
  )
  return {
    ...(Object.fromEntries(LISTS.map((name) => [name, wordSet(data[name])])) as Record<TurnList, Words>),
    tag,
    tens: wordSet(data.tens ?? []),
    plural: data.plural && endingsPattern(data.plural),
    spelling: {
      at: wordSet(spelling.at),
      dot: wordSet(spelling.dot),
      email: phrasesPattern(spelling.email),
    },
    asks: {
      kinds,
      yesOrNo: phrasesPattern(asks.yesOrNo),
      requests: phrasesPattern(asks.requests, { isStart: true }),
    },
  }
}

const known = oncePer(({ code, turns }: LanguageData) => turnWords(code, turns))
const wordless = turnWords('und', WORDLESS)

/** The words that show whether a turn is over; English without a tag, a few for a language without a file. */
export function findTurnWords(tag?: string): TurnWords {
  const data = dataOf(tag || 'en')
  return data ? known(data) : wordless
}
