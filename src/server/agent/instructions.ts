import houseRules from '../../../templates/instructions.md'

/** The parts of the instructions, in the order in which a model reads them. */
export interface InstructionParts {
  /** Instructions from the operator, set in `AgentSession`. */
  server: string
  /** Instructions from the client. Clients can see only this part. */
  client: string
}

/** The instructions of one request. Parts that never change come first, so that providers can cache them. */
export function composeInstructions(parts: InstructionParts): string {
  return [houseRules, parts.server, parts.client]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}
