import { useInput } from 'ink'
import { useRef, useState } from 'react'
import { draftOf, edit, emptyDraft, type InputDraft } from '../../chat/draft.js'
import { emptyHistory, recall, remember } from '../../chat/input-history.js'
import { type KeyAction, readKey } from './read-key.js'

/** Callbacks of the keyboard input. */
export interface InputHandlers {
  /** Handles a line; returns false if it must stay. */
  onSend: (text: string) => boolean
  /** Stops the response; returns false if there is none. */
  onStop: () => boolean
  onEnd: () => void
  onOpenCall: () => void
  /** y or n on an empty line; returns false if no approval request is open, so that it is text. */
  onAnswer: (approve: boolean) => boolean
}

/** The composer text and all keys that change it. */
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
  // As in shells, Ctrl+C first clears the line and then leaves.
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
    if (isAnswer && handlers.onAnswer(input.toLowerCase() === 'y')) return
    act(readKey(input, { key, pasting: pasting.current }))
  })
  return draft
}
