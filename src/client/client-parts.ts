import type { Clock } from '../ports.js'
import type { SocketConstructor } from './connection.js'
import { SessionMemory } from './token-store.js'

/** What a client takes from its surroundings; tests and other platforms hand in their own. */
export interface ClientParts {
  Socket: SocketConstructor
  clock: Clock
  /** 0 to 1. */
  random: () => number
  memory: SessionMemory
  isOnline: () => boolean
}

/** The parts of the browser this runs in. */
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

/** One per page, because storage that is forbidden throws already when it is touched. */
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
