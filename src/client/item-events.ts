import type { Emitter, VoiceEvents } from './client-events.js'
import type { ViewItem } from './state.js'

/** Emits an event for each new or changed item. */
export function emitItemEvents(
  events: Emitter<VoiceEvents>,
  { before, after }: { before: readonly ViewItem[]; after: readonly ViewItem[] },
): void {
  if (before === after) return
  const known = new Set(before)
  for (const item of after) if (!known.has(item)) emitItemEvent(events, item)
}

function emitItemEvent(events: Emitter<VoiceEvents>, item: ViewItem): void {
  if (item.kind === 'tool') events.emit('tool', item)
  else if (item.kind === 'approval') events.emit('approval', item)
  else if (item.role === 'user') events.emit('transcript', item)
  else events.emit('reply', item)
}
