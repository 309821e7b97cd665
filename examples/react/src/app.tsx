import { type FormEvent, useState } from 'react'
import type { ClientState, ViewItem } from 'voice/client'
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
  return (
    <main>
      <header>
        <h1>Pet shop</h1>
        <p role="status">{statusOf(state)}</p>
      </header>
      <ol>
        {state.items.map((item) => (
          <li key={item.id} className={item.kind === 'message' ? item.role : item.kind}>
            <Item item={item} answer={(approve) => client.answerApproval(item.id, approve)} />
          </li>
        ))}
        {state.heard && <li className="user heard">{state.heard} …</li>}
      </ol>
      {state.error && <p role="alert">{state.error}</p>}
      <footer>
        <Field send={(text) => client.sendText(text)} />
        {state.speech.in !== 'none' && (
          <button type="button" onClick={() => client.setMode(state.mode === 'voice' ? 'text' : 'voice')}>
            {state.mode === 'voice' ? 'Stop talking' : 'Talk'}
          </button>
        )}
      </footer>
    </main>
  )
}

const AGENT = { idle: 'Ready', listening: 'Listening', thinking: 'Thinking', speaking: 'Speaking' }
const LINE = {
  offline: 'Not connected',
  connecting: 'Connecting',
  reconnecting: 'Reconnecting',
  closed: 'Not connected',
}

function statusOf({ connection, agent }: ClientState): string {
  return connection === 'open' ? AGENT[agent] : LINE[connection]
}

function Item({ item, answer }: { item: ViewItem; answer: (approve: boolean) => void }) {
  if (item.kind === 'message') return item.text
  if (item.kind === 'tool') return <code>{`${item.name}: ${item.status}`}</code>
  return (
    <>
      {item.question ? <p>{item.question.text}</p> : <code>{item.name}</code>}
      <code>{item.input}</code>
      {item.approved === null ? (
        <div className="choice">
          <button type="button" onClick={() => answer(true)}>
            Allow
          </button>
          <button type="button" className="quiet" onClick={() => answer(false)}>
            Don’t allow
          </button>
        </div>
      ) : (
        <p>{item.approved ? 'Allowed' : 'Not allowed'}</p>
      )}
    </>
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
      <input
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="Write a message"
        aria-label="Message"
      />
      <button type="submit">Send</button>
    </form>
  )
}
