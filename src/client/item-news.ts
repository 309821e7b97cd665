import type { VoiceEvents } from './client-events.js'
import type { Emitter } from './emitter.js'
import type { ViewItem } from './state.js'

/** Tells listeners which items are new or have changed. */
export function tellItems(
  events: Emitter<VoiceEvents>,
  { before, after }: { before: readonly ViewItem[]; after: readonly ViewItem[] },
): void {
  if (before === after) return
  const known = new Set(before)
  for (const item of after) if (!known.has(item)) tellItem(events, item)
}

function tellItem(events: Emitter<VoiceEvents>, item: ViewItem): void {
  if (item.kind === 'tool') events.emit('tool', item)
  else if (item.kind === 'approval') events.emit('approval', item)
  else if (item.role === 'user') events.emit('transcript', item)
  else events.emit('reply', item)
}
