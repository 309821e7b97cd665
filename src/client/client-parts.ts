import type { Clock } from '../ports.js'
import { type CreateAudio, noAudio } from './audio/client-audio.js'
import type { SocketConstructor } from './connection.js'
import { SessionMemory } from './resume-token-store.js'

/** Dependencies of a client on its platform; tests and other platforms pass their own. */
export interface ClientParts {
  /** Microphone and loudspeaker: `browserAudio` in a browser. @default none: the conversation is in text */
  audio: CreateAudio
  Socket: SocketConstructor
  clock: Clock
  /** Returns a random number from 0 to 1. */
  random: () => number
  memory: SessionMemory
  /** Whether the machine has a network. Attempts to connect without a network do not count as failed attempts. */
  isOnline: () => boolean
}

export function browserParts(): ClientParts {
  return {
    audio: noAudio,
    Socket: globalThis.WebSocket as unknown as SocketConstructor,
    clock: browserClock,
    random: Math.random,
    memory: browserMemory(),
    isOnline: () => typeof navigator !== 'object' || navigator.onLine !== false,
  }
}

const browserClock: Clock = {
  now: () => Date.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

let memory: SessionMemory | undefined

/** The page's resume tokens, one object for all clients, which holds them if `sessionStorage` is forbidden. */
export function browserMemory(): SessionMemory {
  if (memory) return memory
  let store: Storage | undefined
  try {
    store = globalThis.sessionStorage
  } catch {
    store = undefined
  }
  memory = new SessionMemory(store)
  return memory
}

/** Signals of a page: `wake` when the network or the user is back, `doubt` when the network may be gone. */
export interface PageWatcher {
  wake: () => void
  doubt: () => void
}

/** Watches network and visibility of a page, if there is one. Returns the function that stops it. */
export function watchPage({ wake, doubt }: PageWatcher): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  window.addEventListener('offline', doubt)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', doubt)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
