import { blot } from '../blot.js'
import type { Args } from '../finding.js'

/** How messages begin with the thing they are about: `Request "Get pet"`, or `The request` when it has no name. */
export function label(kind: string, args: Args): string {
  const text = inline(kind.toLowerCase(), args)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The same inside a sentence: `request "Get pet"`, `the request`. */
export function inline(kind: string, args: Args): string {
  const name = typeof args.name === 'string' ? args.name.trim() : ''
  return name ? `${kind} ${quoted(name)}` : `the ${kind}`
}

/** `3 times`, `once`. */
export function times(count: unknown): string {
  return count === 1 ? 'once' : `${count} times`
}

/** A value as it is quoted in a message, cut when it is long. */
export function quoted(value: unknown): string {
  const text = blot(String(value))
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}
