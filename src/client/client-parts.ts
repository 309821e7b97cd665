import type { Clock } from '../ports.js'
import type { CreateAudio } from './audio/client-audio.js'
import type { SocketConstructor } from './connection.js'
import { SessionMemory } from './resume-token-store.js'

/** Dependencies of a client on its platform; tests and other platforms pass their own. */
export interface ClientParts {
  /** Microphone and loudspeaker: `browserAudio` in a browser. @default none: the conversation is in text */
  audio?: CreateAudio
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
  memory ??= new SessionMemory(sessionStore())
  return memory
}

function sessionStore(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** Watches a page, if there is one: `onReturn` when network or user are back, `onOffline` when the network may be gone. */
export function watchPage({
  onReturn,
  onOffline,
}: {
  onReturn: () => void
  onOffline: () => void
}): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
  const watching = new AbortController()
  const { signal } = watching
  window.addEventListener('online', onReturn, { signal })
  window.addEventListener('offline', onOffline, { signal })
  window.addEventListener('pageshow', onReturn, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') onReturn()
    },
    { signal },
  )
  return () => watching.abort()
}
