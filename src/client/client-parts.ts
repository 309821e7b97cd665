import type { Clock } from '../ports.js'
import type { SocketConstructor } from './connection.js'
import { SessionMemory } from './resume-token-store.js'

/** Dependencies of a client on its platform; tests and other platforms pass their own. */
export interface ClientParts {
  Socket: SocketConstructor
  clock: Clock
  /** Returns a random number from 0 to 1. */
  random: () => number
  memory: SessionMemory
  /** Whether the machine has a network. Attempts to connect without a network do not count as failed attempts. */
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

/**
 * The session memory of the page, which keeps resume tokens. All clients share one object, because the object itself
 * holds the tokens if the browser forbids `sessionStorage`.
 */
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

/**
 * Watches the network and the visibility of the page; returns the function that stops it. Does nothing without a
 * page.
 */
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

/**
 * The default URL of the worklet, which is a file in the same folder as the script. In the build for browsers, the
 * address of the script replaces `import.meta.url`; this address is known only while the script loads. Bundlers
 * recognize the form `new URL(…, import.meta.url)` and include the file of the worklet.
 */
export const besideScript = addressBesideScript()

function addressBesideScript(): string {
  try {
    return new URL('./voice-worklet.js', import.meta.url).href
  } catch {
    // An inlined script has no address; the address of the page is the best guess.
    return 'voice-worklet.js'
  }
}
