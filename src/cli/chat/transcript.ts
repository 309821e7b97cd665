import type { ApprovalView, MessageView, ToolView, ViewItem } from '../../client/state.js'

/** One entry of the transcript view, with a unique `id`. */
export type TranscriptEntry = { id: string } & Content

type Content =
  /** A message, or a piece of a message; `opens` is true for the first piece. */
  | { kind: 'said'; role: 'user' | 'assistant'; text: string; opens: boolean }
  | { kind: 'tool'; tool: ToolView; open: boolean }
  | { kind: 'approval'; approval: ApprovalView }
  /** A note from the chat itself. */
  | { kind: 'note'; tone: 'plain' | 'dim' | 'warn'; text: string }

/**
 * The transcript view: `settled` entries are written once and scroll away, `live` entries may change and are redrawn.
 * Long messages settle line by line, so that the redrawn part stays small.
 */
export interface Transcript {
  readonly settled: TranscriptEntry[]
  readonly live: readonly TranscriptEntry[]
  /** How much of each item is settled, by its id: a number of characters, or `true` for the whole item. */
  readonly done: ReadonlyMap<string, number | true>
}

export const emptyTranscript: Transcript = { settled: [], live: [], done: new Map() }

/** Adds an entry that is not an item of the conversation: a note of the chat, or a tool call that is shown in full. */
export function withNote(transcript: Transcript, content: Content): Transcript {
  const id = `note-${transcript.settled.length}`
  return { ...transcript, settled: [...transcript.settled, { id, ...content }] }
}

/** Updates the transcript from the history of the conversation. Settled items do not change. */
export function follow(transcript: Transcript, items: readonly ViewItem[]): Transcript {
  const done = new Map(transcript.done)
  const settled: TranscriptEntry[] = []
  const live: TranscriptEntry[] = []
  for (const [index, item] of items.entries()) {
    const before = done.get(item.id) ?? 0
    if (before === true) continue
    const isOver = isSettled(item, items.slice(index + 1))
    if (item.kind !== 'message') {
      ;(isOver && live.length === 0 ? settled : live).push(entryOf(item))
    } else {
      const text = isOver ? item.text.trimEnd() : item.text
      const cut = isOver ? text.length : Math.max(text.lastIndexOf('\n') + 1, before)
      const [ready, rest] = [text.slice(before, cut), text.slice(cut)]
      if (live.length > 0) {
        live.push(...piece(item, { text: text.slice(before), from: before }))
        continue
      }
      settled.push(...piece(item, { text: ready, from: before }))
      live.push(...piece(item, { text: rest, from: cut }))
      if (!isOver) {
        done.set(item.id, cut)
        // All lines of this message are settled, but more may follow. An empty live entry keeps the later items live.
        if (live.length === 0) live.push(...piece(item, { text: '\n', from: cut }))
      }
    }
    if (isOver && live.length === 0) done.set(item.id, true)
  }
  return {
    settled: settled.length > 0 ? [...transcript.settled, ...settled] : transcript.settled,
    live,
    done,
  }
}

/** Whether an item can no longer change. An approval request cannot change once it is answered or a message follows. */
function isSettled(item: ViewItem, later: readonly ViewItem[]): boolean {
  if (item.kind === 'message') return !item.partial
  if (item.kind === 'tool') return item.status !== 'running'
  return item.approved !== null || later.some(({ kind }) => kind === 'message')
}

function entryOf(item: ToolView | ApprovalView): TranscriptEntry {
  const { id } = item
  return item.kind === 'tool'
    ? { id, kind: 'tool', tool: item, open: false }
    : { id, kind: 'approval', approval: item }
}

/** A piece of a message as a list of one entry; an empty list for empty text. */
function piece({ id, role }: MessageView, { text, from }: { text: string; from: number }): TranscriptEntry[] {
  if (text === '') return []
  // Drops only the line break at the end of the piece; empty lines inside a message are kept.
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text
  return [{ id: `${id}+${from}`, kind: 'said', role, text: shown, opens: from === 0 }]
}
