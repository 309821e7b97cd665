/** A value that is nested in itself. */
export type Nest = 'lists' | 'objects'

const AROUND: Record<Nest, [open: string, close: string]> = { lists: ['[', ']'], objects: ['{"a":', '}'] }

/** A JSON text of so many levels. */
export function deepJson(nest: Nest, levels: number): string {
  const [open, close] = AROUND[nest]
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

/** A JSON text of about so many bytes, with brackets that are never closed. */
export function openJson(nest: Nest, bytes: number): string {
  const [open] = AROUND[nest]
  return open.repeat(Math.ceil(bytes / open.length))
}

/** A JSON text of about so many bytes. */
export function deepJsonOf(nest: Nest, bytes: number): string {
  const [open, close] = AROUND[nest]
  return deepJson(nest, Math.floor(bytes / (open.length + close.length)))
}

/** The sizes that attacks come in: a message, a large one, a file. */
export const DEEP_SIZES = [4_000, 100_000, 5_000_000]
