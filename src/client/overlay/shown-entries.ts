import type { ApprovalView, MessageView, ToolView, ViewItem } from '../state.js'

export type ShownEntry = MessageView | ToolView | QuestionView

export interface QuestionView {
  kind: 'question'
  id: string
  requests: readonly ApprovalView[]
}

/** The entries for items. Approval requests in a row are one, without the message that asks them. */
export function shownEntries(items: readonly ViewItem[]): ShownEntry[] {
  const entries: ShownEntry[] = []
  for (const item of items) {
    if (item.kind === 'message' && item.asks) continue
    const last = entries.at(-1)
    if (item.kind !== 'approval') entries.push(item)
    else if (last?.kind !== 'question') entries.push({ kind: 'question', id: item.id, requests: [item] })
    else entries[entries.length - 1] = { ...last, requests: [...last.requests, item] }
  }
  return entries
}

export function isSameEntry(one: ShownEntry, other: ShownEntry): boolean {
  if (one.kind !== 'question' || other.kind !== 'question') return one === other
  return (
    one.requests.length === other.requests.length && one.requests.every((it, at) => it === other.requests[at])
  )
}
