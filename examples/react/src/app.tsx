import { type FormEvent, useState } from 'react'
import type { ApprovalView, ClientState, ViewItem } from 'voice/client'
import {
  useApproval,
  useClientTool,
  useConversation,
  useVoice,
  VoiceOverlay,
  VoiceProvider,
} from 'voice/react'

/** A chat of one's own, drawn from the state of the client. */
export function App({ serverUrl, apiKey }: { serverUrl: string; apiKey: string }) {
  return (
    <VoiceProvider serverUrl={serverUrl} apiKey={apiKey} appId="react-example">
      <Chat />
    </VoiceProvider>
  )
}

function Chat() {
  const { state } = useVoice()
  const { items, heard, error, send } = useConversation()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('Pet shop')
  // The agent can call this function, for example after "call this page Rex's friends".
  useClientTool('set_title', {
    description: 'Changes the title of the page that the user sees.',
    parameters: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    run: ({ title }: { title: string }) => setTitle(title),
  })
  return (
    <main>
      <header>
        <h1>{title}</h1>
        <p role="status">{statusOf(state)}</p>
      </header>
      <ol>
        {items.map((item) => (
          <li key={item.id} className={item.kind === 'message' ? item.role : item.kind}>
            <Item item={item} />
          </li>
        ))}
        {heard && <li className="user heard">{heard} …</li>}
      </ol>
      {error && <p role="alert">{error}</p>}
      <footer>
        <Field send={send} />
        <button type="button" onClick={() => setOpen(true)}>
          Talk
        </button>
      </footer>
      <VoiceOverlay open={isOpen} onClose={() => setOpen(false)} texts={{ title }} />
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

function Item({ item }: { item: ViewItem }) {
  if (item.kind === 'message') return item.text
  if (item.kind === 'tool') return <code>{`${item.name}: ${item.status}`}</code>
  return <Question request={item} />
}

function Question({ request }: { request: ApprovalView }) {
  const { answer } = useApproval()
  return (
    <>
      {request.question ? <p>{request.question.text}</p> : <code>{request.name}</code>}
      <code>{request.input}</code>
      {request.approved === null ? (
        <div className="choice">
          <button type="button" onClick={() => answer(request.id, true)}>
            Allow
          </button>
          <button type="button" className="quiet" onClick={() => answer(request.id, false)}>
            Don’t allow
          </button>
        </div>
      ) : (
        <p>{request.approved ? 'Allowed' : 'Not allowed'}</p>
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
