import { type FormEvent, useState } from 'react'
import type { ViewItem } from 'voice/client'
import { useVoice } from './use-voice.js'

/** Kept for the tab, so that a reload goes on with the conversation. */
function ownSession(): string {
  const known = sessionStorage.getItem('session') ?? crypto.randomUUID()
  sessionStorage.setItem('session', known)
  return known
}

/** A chat of one's own, drawn from the state of the client. */
export function App({ serverUrl, apiKey }: { serverUrl: string; apiKey: string }) {
  const [sessionId] = useState(ownSession)
  const { state, client } = useVoice({ serverUrl, apiKey, appId: 'react-example', sessionId })
  const isTalking = state.mode === 'voice'
  return (
    <main>
      <p role="status">
        {state.connection === 'open' ? state.agent : state.connection} {state.error}
      </p>
      <ol>
        {state.items.map((item) => (
          <li key={item.id}>
            <Item item={item} answer={(approve) => client.answerApproval(item.id, approve)} />
          </li>
        ))}
      </ol>
      {state.heard && <p>{state.heard} …</p>}
      <Field send={(text) => client.sendText(text)} />
      <button type="button" onClick={() => client.setMode(isTalking ? 'text' : 'voice')}>
        {isTalking ? 'Stop talking' : 'Talk'}
      </button>
    </main>
  )
}

function Item({ item, answer }: { item: ViewItem; answer: (approve: boolean) => void }) {
  if (item.kind === 'message') return item.role === 'user' ? <b>{item.text}</b> : <span>{item.text}</span>
  if (item.kind === 'tool') return <code>{`${item.name}: ${item.status}`}</code>
  if (item.approved !== null) return <span>{item.approved ? 'Allowed' : 'Not allowed'}</span>
  return (
    <span>
      {item.name} {item.input}{' '}
      <button type="button" onClick={() => answer(true)}>
        Allow
      </button>
      <button type="button" onClick={() => answer(false)}>
        Don’t allow
      </button>
    </span>
  )
}

function Field({ send }: { send: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <input value={text} onChange={({ target }) => setText(target.value)} aria-label="Message" />
      <button type="submit">Send</button>
    </form>
  )
}
