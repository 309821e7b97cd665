import type { Key } from 'ink'
import type { DraftEdit } from '../../chat/draft.js'

/** The action that a key press asks for. */
export type KeyAction =
  | { type: 'edit'; edit: DraftEdit }
  /** Sends the line, with this text added first. */
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

/**
 * The action for a key press or a piece of pasted text. Between the marks of a bracketed paste, `pasting` is true and
 * a line end is text. Over a slow connection, a typed word and its Enter may come as one piece, so a single line end
 * at the end of a piece sends.
 */
export function readKey(input: string, { key, pasting }: { key: Key; pasting: boolean }): KeyAction {
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
