import type { HistoryItem } from './events.js'

/** The items after the item `id`, without the item `keep`. All items if there is no item `id`. */
export function itemsAfter(items: readonly HistoryItem[], id: string, keep?: string): HistoryItem[] {
  const at = items.findLastIndex((item) => item.id === id)
  return items.slice(at + 1).filter((item) => item.id !== keep)
}

/** Whether all items are output of the agent, or answers to approval requests. */
export function areOutput(items: readonly HistoryItem[]): boolean {
  return items.every((item) =>
    item.type === 'message' ? item.role === 'assistant' : item.type?.startsWith('mcp_'),
  )
}

export type LateCall = HistoryItem & { type: 'mcp_call' }

/** A notice for the model that a call ended after its reply. The model then reports the outcome to the user. */
export function lateCallNotice({ name, error }: LateCall, id: string): HistoryItem {
  const text = `The call of ${name} that went on in the background has ${error ? 'failed' : 'finished'}. Its result stands with the call. Tell the user in a sentence.`
  return { id, type: 'message', role: 'system', content: [{ type: 'input_text', text }] }
}
