import type { HistoryItem } from './events.js'

/** A call that outlived its reply. */
export type LateCall = HistoryItem & { type: 'mcp_call' }

/** A notice for the model that a call ended after its reply was interrupted. The model then reports the outcome to the user. */
export function lateCallNotice({ name, error }: LateCall, id: string): HistoryItem {
  const text = `The call of ${name} that was running when the user interrupted has ${error ? 'failed' : 'finished'}; what came of it stands with the call. Tell the user in a sentence.`
  return { id, type: 'message', role: 'system', content: [{ type: 'input_text', text }] }
}
