import { graphemesOf } from '../../text/graphemes.js'

/**
 * The text in the composer, the input field of the chat. `cursor` is the number of visible characters before it. An
 * emoji of several code points counts as one character.
 */
export interface InputDraft {
  readonly text: string
  readonly cursor: number
}

export const emptyDraft: InputDraft = { text: '', cursor: 0 }

/** The edit that a key causes. */
export type DraftEdit =
  | { type: 'insert'; text: string }
  | { type: 'move'; to: 'left' | 'right' | 'start' | 'end' | 'word-left' | 'word-right' }
  | { type: 'erase'; what: 'character' | 'word' | 'before' | 'after' }

/** A text with the cursor at its end. */
export function draftOf(text: string): InputDraft {
  return { text, cursor: graphemesOf(text).length }
}

export function edit(draft: InputDraft, change: DraftEdit): InputDraft {
  const all = graphemesOf(draft.text)
  const [before, after] = [all.slice(0, draft.cursor), all.slice(draft.cursor)]
  if (change.type === 'insert') {
    const head = before.join('') + cleaned(change.text)
    return { text: head + after.join(''), cursor: graphemesOf(head).length }
  }
  if (change.type === 'move') return { ...draft, cursor: target(all, { from: draft.cursor, to: change.to }) }
  if (change.what === 'after')
    return { text: [...before, ...after.slice(lineEnd(after))].join(''), cursor: draft.cursor }
  const kept = { character: before.length - 1, word: wordStart(before), before: lineStart(before) }[
    change.what
  ]
  const head = before.slice(0, Math.max(kept, 0))
  return { text: [...head, ...after].join(''), cursor: head.length }
}

/** Cleans pasted text: all line ends become `\n`, tabs become spaces, and terminal control characters are removed. */
function cleaned(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', '  ')
  return lines.replace(/(?!\n)\p{Cc}/gu, '')
}

function target(
  all: string[],
  { from, to }: { from: number; to: (DraftEdit & { type: 'move' })['to'] },
): number {
  switch (to) {
    case 'left':
      return Math.max(from - 1, 0)
    case 'right':
      return Math.min(from + 1, all.length)
    case 'start':
      return lineStart(all.slice(0, from))
    case 'end': {
      const end = all.indexOf('\n', from)
      return end < 0 ? all.length : end
    }
    case 'word-left':
      return wordStart(all.slice(0, from))
    case 'word-right':
      return from + wordEnd(all.slice(from))
  }
}

function lineStart(before: string[]): number {
  return before.lastIndexOf('\n') + 1
}

/** The length of the rest of a line; of an empty rest, that of the line end. */
function lineEnd(after: string[]): number {
  const end = after.indexOf('\n')
  return end < 0 ? after.length : Math.max(end, 1)
}

function wordStart(before: string[]): number {
  const word = before.findLastIndex((character) => !isSpace(character))
  return before.slice(0, word + 1).findLastIndex(isSpace) + 1
}

function wordEnd(after: string[]): number {
  const word = after.findIndex((character) => !isSpace(character))
  const end = after.findIndex((character, place) => place > word && isSpace(character))
  return word < 0 || end < 0 ? after.length : end
}

const isSpace = (character: string) => /^\s/.test(character)

/**
 * The messages and commands that were sent. `at` is the index of the entry that the composer shows, or `entries.length`
 * if the composer shows a new text.
 */
interface InputHistory {
  readonly entries: readonly string[]
  readonly at: number
  /** The new text that was in the composer when the user went back to older entries. */
  readonly unsent: string
}

export const emptyHistory: InputHistory = { entries: [], at: 0, unsent: '' }

const MAX_ENTRIES = 500

/** Returns the history after `line` was sent. Consecutive duplicates are stored once. */
export function remember({ entries }: InputHistory, line: string): InputHistory {
  const all = entries.at(-1) === line ? entries : [...entries, line].slice(-MAX_ENTRIES)
  return { entries: all, at: all.length, unsent: '' }
}

/** Moves one entry back (-1) or forward (1) from the current text. Returns `undefined` at either end of the history. */
export function recall(
  { entries, at, unsent }: InputHistory,
  { by, current }: { by: -1 | 1; current: string },
): { history: InputHistory; text: string } | undefined {
  const next = at + by
  if (next < 0 || next > entries.length) return undefined
  const kept = at === entries.length ? current : unsent
  return { history: { entries, at: next, unsent: kept }, text: entries[next] ?? kept }
}
