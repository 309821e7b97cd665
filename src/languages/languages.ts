import type { AgentTexts } from './agent-texts.js'
import { germanAgent } from './de/agent.js'
import { german } from './de/german.js'
import { germanTurns } from './de/turns.js'
import { englishAgent } from './en/agent.js'
import { english } from './en/english.js'
import { englishTurns } from './en/turns.js'
import type { Language } from './language.js'
import { type TurnWords, wordlessTurns } from './turn-words.js'

/**
 * The words and texts of one language for the server. The texts of the overlay are in the same folder; only the
 * client imports them.
 */
interface LanguagePack {
  /** ISO 639-1. */
  code: string
  router: Language
  agent: AgentTexts
  turns: TurnWords
}

/** Every language. To add one, write its folder and put it here. */
const PACKS: readonly LanguagePack[] = [
  { code: 'en', router: english, agent: englishAgent, turns: englishTurns },
  { code: 'de', router: german, agent: germanAgent, turns: germanTurns },
]

/** Every language of the router, English first. */
export const languages: readonly Language[] = PACKS.map(({ router }) => router)

/** The words of the router for a language tag such as `de` or `de-AT`; English for all others. */
export function findLanguage(tag: string | undefined): Language {
  return packOf(tag)?.router ?? english
}

/** The texts of the agent for a language tag such as `de` or `de-AT`; English for all others. */
export function findAgentTexts(tag: string | undefined): AgentTexts {
  return packOf(tag)?.agent ?? englishAgent
}

/**
 * The turn words for a language tag. Without a tag, English; for a language without a pack, rules that need no words.
 */
export function findTurnWords(tag: string | undefined): TurnWords {
  return packOf(tag || 'en')?.turns ?? wordlessTurns
}

function packOf(tag: string | undefined): LanguagePack | undefined {
  const code = tag?.toLowerCase().split(/[-_]/)[0]
  return PACKS.find((pack) => pack.code === code)
}
