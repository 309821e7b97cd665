import type { AgentTexts } from '../../languages/agent-texts.js'
import type { History } from './history.js'
import { isUserMessage } from './history.js'

/** The user's answer to an approval request, which ends in "Go ahead?". Only `yes` approves. */
export type ApprovalAnswer = 'yes' | 'no' | 'unclear'

/** A longer text never counts as a yes. */
const MAX_YES_CHARS = 500

/**
 * Reads a yes or a no. "Yes please" is a yes. "Yes, but only the first" and "yes?" are unclear. One word of refusal
 * makes the whole answer a no.
 */
export function parseApprovalAnswer(text: string, locale: AgentTexts): ApprovalAnswer {
  const words = normalize(text)
  if (!words) return 'unclear'
  const padded = ` ${words} `
  const contains = (phrase: string) => padded.includes(` ${phrase} `)
  if (locale.no.some(contains)) return 'no'
  if (!locale.yes.some(contains) || isQuestion(text)) return 'unclear'
  const isShort = words.length <= MAX_YES_CHARS
  return isShort && isMadeOf([...locale.yes, ...locale.soft], words) ? 'yes' : 'unclear'
}

/**
 * Whether the caller only says goodbye, with or without polite words: "Thanks, bye". The server then ends the telephone
 * call.
 */
export function isFarewell(text: string, { phone, soft, yes }: AgentTexts): boolean {
  const words = normalize(text)
  if (words.length > MAX_YES_CHARS) return false
  const contains = (phrase: string) => ` ${words} `.includes(` ${phrase} `)
  return phone.farewells.some(contains) && isMadeOf([...phone.farewells, ...soft, ...yes], words)
}

const isQuestion = (text: string) => /[?？]$/.test(text.trimEnd())

/** Whether a text consists only of the given phrases. Each position after a phrase is tried as the start of the next one. */
function isMadeOf(phrases: readonly string[], words: string): boolean {
  const text = `${words} `
  const starts = new Set([0])
  for (const start of starts) {
    for (const phrase of phrases) {
      if (text.startsWith(`${phrase} `, start)) starts.add(start + phrase.length + 1)
    }
  }
  return starts.has(text.length)
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Whether the user answers yes to an approval request that expired or was lost with an earlier conversation. Call it
 * only while no approval request is pending.
 */
export function answersLostQuestion(history: History, locale: AgentTexts): boolean {
  if (parseApprovalAnswer(history.turnText(), locale) !== 'yes') return false
  const { items } = history
  const before = items.slice(0, items.findLastIndex((item) => !isUserMessage(item)) + 1)
  const last = before.at(-1)
  if (last === undefined) return items.every(isUserMessage)
  return last.type === 'mcp_approval_request'
}
