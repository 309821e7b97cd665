import { type Key, useInput } from 'ink'
import { useRef, useState } from 'react'
import { graphemesOf } from '../../../text/graphemes.js'

/** The composer's text. `cursor` counts visible characters: an emoji is one. */
export interface InputDraft {
  readonly text: string
  readonly cursor: number
}

export const emptyDraft: InputDraft = { text: '', cursor: 0 }

export type DraftEdit =
  | { type: 'insert'; text: string }
  | { type: 'move'; to: 'left' | 'right' | 'start' | 'end' | 'word-left' | 'word-right' }
  | { type: 'erase'; what: 'character' | 'word' | 'before' | 'after' }

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

/** What was sent. `at` is the entry that is shown, or `entries.length` for a new text. */
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

interface InputHandlers {
  onSend: (text: string) => boolean
  /** Stops the response; returns false if there is none. */
  onStop: () => boolean
  onEnd: () => void
  onOpenCall: () => void
  /** Answers with `y`, `n` in an empty composer, all with `Y`, `N`. False if nothing waits: then it is text. */
  onAnswer: (approve: boolean, which: 'first' | 'all') => boolean
}

export function useInputLine(handlers: InputHandlers): InputDraft {
  const [draft, setDraft] = useState(emptyDraft)
  // Several keys may come before the next render, so the newest draft is kept here.
  const current = useRef(draft)
  const history = useRef(emptyHistory)
  const pasting = useRef(false)

  const put = (next: InputDraft) => {
    current.current = next
    setDraft(next)
  }
  const send = (text: string) => {
    if (!handlers.onSend(text)) {
      put(draftOf(text))
      return
    }
    if (text.trim() !== '') history.current = remember(history.current, text)
    put(emptyDraft)
  }
  const goBack = (by: -1 | 1) => {
    const found = recall(history.current, { by, current: current.current.text })
    if (!found) return
    history.current = found.history
    put(draftOf(found.text))
  }
  // Ctrl+C stops the response. Without a response, it clears the composer. If the composer is empty, it ends the chat.
  const interrupt = () => {
    if (handlers.onStop()) return
    if (current.current.text === '') handlers.onEnd()
    else put(emptyDraft)
  }
  const act = (action: KeyAction) => {
    if (action.type === 'edit') put(edit(current.current, action.edit))
    else if (action.type === 'send') send(edit(current.current, { type: 'insert', text: action.text }).text)
    else if (action.type === 'recall') goBack(action.by)
    else if (action.type === 'interrupt') interrupt()
    else if (action.type === 'end-of-input' && current.current.text === '') handlers.onEnd()
    else if (action.type === 'open-call') handlers.onOpenCall()
    else if (action.type === 'paste') pasting.current = action.part === 'start'
  }
  useInput((input, key) => {
    const isAnswer = current.current.text === '' && !pasting.current && !key.ctrl && /^[yn]$/i.test(input)
    const which = /[YN]/.test(input) ? 'all' : 'first'
    if (isAnswer && handlers.onAnswer(input.toLowerCase() === 'y', which)) return
    act(readKey(input, { key, pasting: pasting.current }))
  })
  return draft
}

type KeyAction =
  | { type: 'edit'; edit: DraftEdit }
  /** Inserts `text` at the cursor, then sends the text of the composer. */
  | { type: 'send'; text: string }
  | { type: 'recall'; by: -1 | 1 }
  | { type: 'interrupt' }
  /** Ctrl-D: leaves the chat if the composer is empty. */
  | { type: 'end-of-input' }
  | { type: 'open-call' }
  | { type: 'paste'; part: 'start' | 'end' }
  | { type: 'nothing' }

const MOVES: Partial<Record<keyof Key, (DraftEdit & { type: 'move' })['to']>> = {
  leftArrow: 'left',
  rightArrow: 'right',
  home: 'start',
  end: 'end',
}

const CONTROL: Record<string, KeyAction> = {
  c: { type: 'interrupt' },
  d: { type: 'end-of-input' },
  o: { type: 'open-call' },
  p: { type: 'recall', by: -1 },
  n: { type: 'recall', by: 1 },
  a: move('start'),
  e: move('end'),
  b: move('left'),
  f: move('right'),
  u: erase('before'),
  k: erase('after'),
  w: erase('word'),
  h: erase('character'),
  j: insert('\n'),
}

/** The action of a key or paste. A line end in brackets of a paste is text; one at the end sends, also with a typed word. */
function readKey(input: string, { key, pasting }: { key: Key; pasting: boolean }): KeyAction {
  if (input === '[200~') return { type: 'paste', part: 'start' }
  if (input === '[201~') return { type: 'paste', part: 'end' }
  if (pasting) return insert(key.return ? '\n' : key.tab ? '  ' : input)
  if (key.return) return key.meta || key.shift ? insert('\n') : { type: 'send', text: '' }
  if (key.ctrl) return CONTROL[input] ?? { type: 'nothing' }
  if (key.upArrow) return { type: 'recall', by: -1 }
  if (key.downArrow) return { type: 'recall', by: 1 }
  if (key.backspace || key.delete) return erase(key.meta ? 'word' : 'character')
  if (key.meta) return { b: move('word-left'), f: move('word-right') }[input] ?? { type: 'nothing' }
  const to = Object.entries(MOVES).find(([name]) => key[name as keyof Key])?.[1]
  if (to) return move(to)
  if (input === '\n') return insert('\n')
  const sent = /^([^\r\n]+)[\r\n]$/.exec(input)
  if (sent) return { type: 'send', text: sent[1]! }
  return input === '' || key.tab || key.escape ? { type: 'nothing' } : insert(input)
}

function move(to: (DraftEdit & { type: 'move' })['to']): KeyAction {
  return { type: 'edit', edit: { type: 'move', to } }
}

function erase(what: (DraftEdit & { type: 'erase' })['what']): KeyAction {
  return { type: 'edit', edit: { type: 'erase', what } }
}

function insert(text: string): KeyAction {
  return { type: 'edit', edit: { type: 'insert', text } }
}
