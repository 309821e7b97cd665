import houseRules from '../../../templates/instructions.md'
import { cutText } from '../../text/cut.js'

/** The parts of the instructions, in the order in which a model reads them. */
export interface InstructionParts {
  /** Whether calls can wait for the approval of the user. */
  asks: boolean
  /** What the application is, from its collections. */
  application: string
  /** Instructions from the operator, set in `AgentSession`. */
  server: string
  /** Instructions from the client. Clients can see only this part. */
  client: string
}

/** A rule that would mislead a model whose calls all run at once, so only an agent that asks its user has it. */
const APPROVALS =
  "- Some calls wait for the user's approval. The user is asked for you, in words that say what the call does. So make the call as soon as you have what it needs, and never ask yourself whether to go ahead, neither before the call nor after it. Several calls in one answer run at the same time and are asked about as one question, so find all ids first, then propose all changes together."

const MAX_ABOUT_CHARS = 1_500

/** A text about the collections of an agent, by their names and descriptions; empty if they have none. */
export function applicationText(toolkits: readonly object[]): string {
  const lines = toolkits.flatMap((toolkit) => {
    const { name, description } = toolkit as { name?: unknown; description?: unknown }
    if (typeof name !== 'string' || !name.trim()) return []
    const about = typeof description === 'string' ? cutText(description.trim(), MAX_ABOUT_CHARS) : ''
    return [about ? `${name.trim()}: ${about}` : name.trim()]
  })
  return lines.length === 0 ? '' : `The application:\n\n${lines.join('\n\n')}`
}

/** The instructions of one request. Parts that never change come first, so that providers can cache them. */
export function composeInstructions(parts: InstructionParts): string {
  const rules = parts.asks ? `${houseRules.trim()}\n${APPROVALS}` : houseRules
  return [rules, parts.application, parts.server, parts.client]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}
