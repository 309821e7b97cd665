import type { ApprovalView, MessageView, ToolView, ViewItem } from '../../client/state.js'

/** One thing on the screen of the chat; no two have the same `id`. */
export type Entry = { id: string } & Content

type Content =
  /** Something said, or a piece of it: `opens` with the first piece of a message. */
  | { kind: 'said'; role: 'user' | 'assistant'; text: string; opens: boolean }
  | { kind: 'tool'; tool: ToolView; open: boolean }
  | { kind: 'approval'; approval: ApprovalView }
  /** Something the chat itself says. */
  | { kind: 'note'; tone: 'plain' | 'dim' | 'warn'; text: string }

/**
 * What is on the screen: `settled` is written once and scrolls away, `live` may still change and is drawn again. Long answers settle
 * line by line, so that the part that is redrawn stays small.
 */
export interface Transcript {
  readonly settled: Entry[]
  readonly live: readonly Entry[]
  /** How many characters of each message are settled; `true` for items that are settled whole. */
  readonly done: ReadonlyMap<string, number | true>
}

/** An empty screen. */
export const emptyTranscript: Transcript = { settled: [], live: [], done: new Map() }

/** The screen after something that is no item of the conversation: a remark of the chat, a call that was opened. */
export function withNote(transcript: Transcript, content: Content): Transcript {
  const id = `note-${transcript.settled.length}`
  return { ...transcript, settled: [...transcript.settled, { id, ...content }] }
}

/** The screen after the history of the conversation has changed. Items that are settled stay as they were written. */
export function follow(transcript: Transcript, items: readonly ViewItem[]): Transcript {
  const done = new Map(transcript.done)
  const settled: Entry[] = []
  const live: Entry[] = []
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
        // An answer of which all lines are settled still holds back what comes after it.
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

/** Whether an item will not change any more. A question counts as over when something was said after it. */
function isSettled(item: ViewItem, later: readonly ViewItem[]): boolean {
  if (item.kind === 'message') return !item.partial
  if (item.kind === 'tool') return item.status !== 'running'
  return item.approved !== null || later.some(({ kind }) => kind === 'message')
}

function entryOf(item: ToolView | ApprovalView): Entry {
  const { id } = item
  return item.kind === 'tool'
    ? { id, kind: 'tool', tool: item, open: false }
    : { id, kind: 'approval', approval: item }
}

/** A piece of a message as an entry; none for no text. */
function piece({ id, role }: MessageView, { text, from }: { text: string; from: number }): Entry[] {
  if (text === '') return []
  // The line end of the last line is the end of the piece; an empty line inside an answer stays.
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text
  return [{ id: `${id}+${from}`, kind: 'said', role, text: shown, opens: from === 0 }]
}
