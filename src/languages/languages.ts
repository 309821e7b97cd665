import type { AgentTexts, ApprovalTexts } from './agent-texts.js'
import { germanAgent } from './de/agent.js'
import { german } from './de/german.js'
import { germanTurns } from './de/turns.js'
import { englishAgent } from './en/agent.js'
import { english } from './en/english.js'
import { englishTurns } from './en/turns.js'
import { spanishApprovalTexts } from './es/approval-texts.js'
import { frenchApprovalTexts } from './fr/approval-texts.js'
import { indonesianApprovalTexts } from './id/approval-texts.js'
import { italianApprovalTexts } from './it/approval-texts.js'
import type { Language } from './language.js'
import { dutchApprovalTexts } from './nl/approval-texts.js'
import { polishApprovalTexts } from './pl/approval-texts.js'
import { portugueseApprovalTexts } from './pt/approval-texts.js'
import { russianApprovalTexts } from './ru/approval-texts.js'
import { turkishApprovalTexts } from './tr/approval-texts.js'
import { type TurnWords, wordlessTurns } from './turn-words.js'
import { vietnameseApprovalTexts } from './vi/approval-texts.js'
import { chineseApprovalTexts } from './zh/approval-texts.js'

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

/** Texts of approval requests in languages in which the agent says nothing else yet. */
const APPROVALS: Readonly<Record<string, ApprovalTexts>> = {
  es: spanishApprovalTexts,
  fr: frenchApprovalTexts,
  it: italianApprovalTexts,
  pt: portugueseApprovalTexts,
  nl: dutchApprovalTexts,
  pl: polishApprovalTexts,
  tr: turkishApprovalTexts,
  vi: vietnameseApprovalTexts,
  id: indonesianApprovalTexts,
  zh: chineseApprovalTexts,
  ru: russianApprovalTexts,
}

/**
 * The texts of the agent for a language tag such as `de` or `de-AT`; English for all other tags. In some languages, only
 * the approval requests are translated.
 */
export function findAgentTexts(tag: string | undefined): AgentTexts {
  const code = codeOf(tag)
  const approval = code === undefined ? undefined : APPROVALS[code]
  if (code === undefined || approval === undefined) return packOf(tag)?.agent ?? englishAgent
  const { goAhead, again } = approval
  return { ...englishAgent, tag: code, approval, phone: { ...englishAgent.phone, goAhead, again } }
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
