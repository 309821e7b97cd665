import type { AgentTexts } from './agent-texts.js'
import { germanAgent } from './de/agent.js'
import { german } from './de/german.js'
import { germanTurns } from './de/turns.js'
import { englishAgent } from './en/agent.js'
import { english } from './en/english.js'
import { englishTurns } from './en/turns.js'
import { spanishAgent } from './es/agent.js'
import { frenchAgent } from './fr/agent.js'
import { indonesianAgent } from './id/agent.js'
import { italianAgent } from './it/agent.js'
import type { Language } from './language.js'
import { dutchAgent } from './nl/agent.js'
import { polishAgent } from './pl/agent.js'
import { portugueseAgent } from './pt/agent.js'
import { russianAgent } from './ru/agent.js'
import { turkishAgent } from './tr/agent.js'
import { type TurnWords, wordlessTurns } from './turn-words.js'
import { vietnameseAgent } from './vi/agent.js'
import { chineseAgent } from './zh/agent.js'

/**
 * The words and texts of one language that the server uses. The overlay is the chat view of the browser client. Its
 * texts are in the same folder, but only the client imports them.
 */
interface LanguagePack {
  /** ISO 639-1. */
  code: string
  router: Language
  agent: AgentTexts
  turns: TurnWords
}

/** Every language that the agent speaks. To add one, write its folder and list it here. */
const PACKS: readonly LanguagePack[] = [
  { code: 'en', router: english, agent: englishAgent, turns: englishTurns },
  { code: 'de', router: german, agent: germanAgent, turns: germanTurns },
]

/** Every language in which the built-in router answers, English first. */
export const languages: readonly Language[] = PACKS.map(({ router }) => router)

/** The language data of the built-in router for a language tag such as `de` or `de-AT`; English for all other tags. */
export function findLanguage(tag: string | undefined): Language {
  return packOf(tag)?.router ?? english
}

/** The texts of the agent in every language, English first. */
export const agentTexts: readonly AgentTexts[] = [
  ...PACKS.map(({ agent }) => agent),
  spanishAgent,
  frenchAgent,
  italianAgent,
  portugueseAgent,
  dutchAgent,
  polishAgent,
  turkishAgent,
  vietnameseAgent,
  indonesianAgent,
  chineseAgent,
  russianAgent,
]

/** The texts of the agent for a language tag such as `de` or `de-AT`; English for a language that it does not speak. */
export function findAgentTexts(tag: string | undefined): AgentTexts {
  const code = codeOf(tag)
  return agentTexts.find((texts) => texts.tag === code) ?? englishAgent
}

const codeOf = (tag: string | undefined) => tag?.toLowerCase().split(/[-_]/)[0]

/**
 * The words of a language that show whether the user's turn is over. Without a tag, they are English. For a language
 * that the agent does not speak, they are the few words that most languages share.
 */
export function findTurnWords(tag: string | undefined): TurnWords {
  return packOf(tag || 'en')?.turns ?? wordlessTurns
}

function packOf(tag: string | undefined): LanguagePack | undefined {
  const code = codeOf(tag)
  return PACKS.find((pack) => pack.code === code)
}
