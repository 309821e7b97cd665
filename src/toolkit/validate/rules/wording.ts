import { capitalize } from '../../../text/capitalize.js'
import { maskInPlace } from '../../secrets/credential-spans.js'
import type { Args } from '../raw-diagnostic.js'

/**
 * Names a request, folder or example at the beginning of a message: `Request "Get pet"`, or `The request` if it has no
 * name.
 */
export function label(kind: string, args: Args): string {
  return capitalize(inline(kind.toLowerCase(), args))
}

/** Names a request, folder or example inside a sentence: `request "Get pet"`, or `the request` if it has no name. */
export function inline(kind: string, args: Args): string {
  const name = typeof args.name === 'string' ? args.name.trim() : ''
  return name ? `${kind} ${quoted(name)}` : `the ${kind}`
}

/** Says how often something occurs: `once`, `3 times`. */
export function times(count: unknown): string {
  return count === 1 ? 'once' : `${count} times`
}

/** Writes a value in quotes for a message, with its secrets masked. Cuts the value after 80 characters. */
export function quoted(value: unknown): string {
  const text = maskInPlace(String(value))
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}
