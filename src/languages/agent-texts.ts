import { oncePer } from '../toolkit/model/lazy.js'
import { dataOf, languageData } from './data.js'
import type { AgentData, ApprovalTexts, LanguageData } from './language-data.js'
import { phrases } from './word-lists.js'

export type { ApprovalTexts, FailureTexts } from './language-data.js'

export interface AgentTexts extends AgentData {
  /** ISO 639-1. */
  tag: string
  approval: ApprovalTexts
}

const textsOf = oncePer(({ code, agent, approval }: LanguageData): AgentTexts => {
  const phone = { ...agent.phone, farewells: phrases(agent.phone.farewells) }
  return { ...agent, tag: code, approval, phone }
})

/** The texts of the agent for a language tag such as `de` or `de-AT`; English for a language that it does not speak. */
export const findAgentTexts = (tag: string | undefined): AgentTexts =>
  textsOf(dataOf(tag) ?? languageData[0]!)

export const agentTexts: readonly AgentTexts[] = languageData.map(textsOf)
