import { type Key, useInput } from 'ink'
import { useRef, useState } from 'react'
import {
  type DraftEdit,
  draftOf,
  edit,
  emptyDraft,
  emptyHistory,
  type InputDraft,
  recall,
  remember,
} from '../../chat/draft.js'

/** Callbacks of the keyboard input. */
export interface InputHandlers {
  /** Sends the text; returns false if the text must stay in the composer. */
  onSend: (text: string) => boolean
  /** Stops the response; returns false if there is none. */
  onStop: () => boolean
  onEnd: () => void
  onOpenCall: () => void
  /**
   * Answers an approval request when `y` or `n` is typed in the empty composer, and all of them with `Y` or `N`. Returns
   * false if there is no approval request; then the letter is text.
   */
  onAnswer: (approve: boolean, which: 'first' | 'all') => boolean
}

/** Handles the keys and returns the text of the composer with its cursor. */
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

/** The action that a key press causes. */
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

/**
 * The action for a key press or a piece of pasted text. Between the marks of a bracketed paste, `pasting` is true and
 * a line end is text. Otherwise, a single line end at the end of `input` sends the message: over a slow connection, a
 * typed word and the Enter key may arrive together.
 */
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
