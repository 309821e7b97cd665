import houseRules from '../../../templates/instructions.md'

/** The parts of the instructions, in the order a model reads them. */
export interface InstructionParts {
  /** Instructions from the operator, from `AgentSession`. */
  server: string
  /** How the tools are offered (all, or by search). */
  tools?: string
  /** Instructions from the client. They come last, and a client sees only these. */
  client: string
}

/** The instructions of one request. The parts that never change come first, so that a provider can cache them. */
export function composeInstructions(parts: InstructionParts): string {
  return [houseRules, parts.server, parts.tools, parts.client]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join('\n\n')
}
