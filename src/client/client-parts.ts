import type { Clock } from '../ports.js'
import type { SocketConstructor } from './connection.js'
import { SessionMemory } from './resume-token-store.js'

/** Dependencies of a client on its platform; tests and other platforms pass their own. */
export interface ClientParts {
  Socket: SocketConstructor
  clock: Clock
  /** 0 to 1. */
  random: () => number
  memory: SessionMemory
  /** Whether the machine has a network; attempts without one do not count. */
  isOnline: () => boolean
}

/** The dependencies in a browser. */
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

/** The session memory of the page. There is one per page, because forbidden storage throws on each access. */
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
