import houseRules from '../../../templates/instructions.md'
import { cutText } from '../../text/cut.js'

/** The parts of the instructions, in the order in which a model reads them. */
export interface InstructionParts {
  /** What the application is, from its collections. */
  application: string
  /** Instructions from the operator, set in `AgentSession`. */
  server: string
  /** Instructions from the client. Clients can see only this part. */
  client: string
}

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
  return [houseRules, parts.application, parts.server, parts.client]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}
