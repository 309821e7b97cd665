import houseRules from '../../../templates/instructions.md'

/** The parts of the instructions, in the order a model reads them. */
export interface InstructionParts {
  /** The operator's, from `AgentSession`. */
  server: string
  /** What the agent has to know about how its tools are offered. */
  tools?: string
  /** The client's; they come last and are all a client ever sees. */
  client: string
}

/** The instructions of one request. The stable parts stand first, so that a provider can cache them. */
export function composeInstructions(parts: InstructionParts): string {
  return [houseRules, parts.server, parts.tools, parts.client]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join('\n\n')
}
