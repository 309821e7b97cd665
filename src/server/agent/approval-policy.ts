import { isDestructiveAction } from '../../toolkit/meaning/effect.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, ToolFunction } from '../../toolkit/model/tool.js'

/** Whether some call of a tool may have to wait, whatever its input is. */
export function mayNeedApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  return (tool.approve ?? agentPolicy) !== 'none' && !tool.annotations.readOnlyHint
}

/**
 * Whether a call has to wait for a yes: by the tool's own policy, else by the agent's. A tool that writes also destroys where an action of its
 * input says so.
 */
export function needsApproval(
  tool: ToolFunction,
  { policy: agentPolicy, input }: { policy: ApprovalPolicy; input?: JsonObject },
): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations
  const policy = tool.approve ?? agentPolicy
  if (policy === 'none' || readOnlyHint) return false
  return policy === 'writes' || destructiveHint || (input !== undefined && isDestructiveAction(input))
}
