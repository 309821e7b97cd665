import type { JsonObject } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, CallEffect, ToolFunction } from '../../toolkit/model/tool.js'
import { callEffect, takesSegment } from '../../toolkit/semantics/effect/effect-of-input.js'

/** Whether any call of a tool can need approval. */
export function mayNeedApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  return (tool.approve ?? agentPolicy) !== 'none' && !onlyReads(tool)
}

/** Whether no call of a tool can change anything, whatever its input. */
export function onlyReads({ annotations, definition }: ToolFunction): boolean {
  return annotations.readOnlyHint && !(definition && takesSegment(definition))
}

/** Whether a call needs approval. The policy of the tool, if it has one, replaces the policy of the agent. */
export function needsApproval(
  tool: ToolFunction,
  { policy: agentPolicy, input }: { policy: ApprovalPolicy; input: JsonObject },
): boolean {
  const policy = tool.approve ?? agentPolicy
  if (policy === 'none') return false
  const effect = callEffect(tool, input)
  return policy === 'writes' ? effect !== 'read' : effect === 'destructive'
}

/** The strongest effect of a request that a policy lets leave without a question. */
export function agreedBy(tool: ToolFunction, policy: ApprovalPolicy): CallEffect {
  return WITHOUT_QUESTION[tool.approve ?? policy]
}

const WITHOUT_QUESTION = { none: 'destructive', destructive: 'write', writes: 'read' } as const

/** Whether a call may change data: its tool writes, or its input makes the call a write, such as a GraphQL mutation. */
export function mayChange(tool: ToolFunction, input: JsonObject): boolean {
  return callEffect(tool, input) !== 'read'
}
