import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type ClientState, initialClientState } from '../client-state.js'
import type { ClientTool } from '../client-tool.js'
import type { ApprovalView, ViewItem } from '../state.js'
import type { VoiceClient } from '../voice-client.js'
import { useVoiceContext } from './voice-provider.js'

/** The client of the provider: its commands and events. Does not draw the component again. */
export function useVoiceClient(): VoiceClient {
  return useVoiceContext().client
}

/**
 * One value of the state. The component is drawn again only when this value changes, so `select` must return the same
 * object as long as nothing changed: a member, not a new list.
 */
export function useVoiceState<T>(select: (state: ClientState) => T): T {
  const client = useVoiceClient()
  return useSyncExternalStore(
    (changed) => client.on('state', changed),
    () => select(client.state),
    () => select(initialClientState),
  )
}

const whole = (state: ClientState) => state

/** The whole state, and the client to act with. The component is drawn again at every change. */
export function useVoice(): { state: ClientState; client: VoiceClient } {
  return { state: useVoiceState(whole), client: useVoiceClient() }
}

/** What a chat shows, and its commands. */
export interface Conversation {
  /** Messages, tool calls and approval requests, oldest first. */
  items: readonly ViewItem[]
  /** The partial transcript of what the user says now. */
  heard: string
  /** A sentence for the user; `null` without an error. */
  error: string | null
  agent: ClientState['agent']
  /** Sends a message, and interrupts the agent. Throws `message-too-long`, `queue-full`. */
  send: (text: string) => void
  /** Ends the answer that is given. */
  stop: () => void
}

/** The conversation. */
export function useConversation(): Conversation {
  const client = useVoiceClient()
  const items = useVoiceState((state) => state.items)
  const heard = useVoiceState((state) => state.heard)
  const error = useVoiceState((state) => state.error)
  const agent = useVoiceState((state) => state.agent)
  const commands = useMemo(
    () => ({ send: (text: string) => client.sendText(text), stop: () => client.stopSpeaking() }),
    [client],
  )
  return { items, heard, error, agent, ...commands }
}

/** The approval requests that wait for an answer. Together they are one question. */
export interface Approval {
  requests: readonly ApprovalView[]
  /** Answers one of them. */
  answer: (id: string, approve: boolean) => void
  /** Answers all of them. */
  answerAll: (approve: boolean) => void
}

/** The question whether calls may run; `requests` is empty if none is asked. */
export function useApproval(): Approval {
  const client = useVoiceClient()
  const items = useVoiceState((state) => state.items)
  return useMemo(
    () => ({
      requests: items.filter(
        (item): item is ApprovalView => item.kind === 'approval' && item.approved === null,
      ),
      answer: (id, approve) => client.answerApproval(id, approve),
      answerAll: (approve) => client.answerApprovals(approve),
    }),
    [client, items],
  )
}

/**
 * Adds a function that the agent may call, for as long as the component is mounted. The function of the last drawing
 * runs, so it sees current props and state. Description and parameters are read when the component is mounted, and
 * when `name` changes.
 */
export function useClientTool<Input>(name: string, tool: ClientTool<Input>): void {
  const client = useVoiceClient()
  const latest = useRef(tool)
  useEffect(() => {
    latest.current = tool
  })
  useEffect(() => {
    const run: ClientTool<Input>['run'] = (input, options) => latest.current.run(input, options)
    return client.addTools({ [name]: { ...latest.current, run } })
  }, [client, name])
}

/** Loudness of the user and of the agent, 0 to 1; `onLevels` runs up to 60 times a second and draws nothing by itself. */
export function useLevels(onLevels: (levels: { input: number; output: number }) => void): void {
  const client = useVoiceClient()
  const latest = useRef(onLevels)
  useEffect(() => {
    latest.current = onLevels
  })
  useEffect(() => {
    const levels = { input: 0, output: 0 }
    const offs = [
      client.on('level', (input) => latest.current(Object.assign(levels, { input }))),
      client.on('outputLevel', (output) => latest.current(Object.assign(levels, { output }))),
    ]
    return () => {
      for (const off of offs) off()
    }
  }, [client])
}
