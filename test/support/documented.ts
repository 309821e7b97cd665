import { readFileSync } from 'node:fs'

/** A fenced block of a document; its `id` follows the language on the fence. */
export interface Block {
  language: string
  id: string
  text: string
}

/** Every fenced block that shows commands or code. */
export function blocksOf(path: string): Block[] {
  const text = readFileSync(path, 'utf8')
  const fences = text.matchAll(/^```(\w+)[ \t]*([\w-]*)\n([\s\S]*?)^```$/gm)
  return Array.from(fences, ([, language = '', id = '', body = '']) => ({ language, id, text: body.trim() }))
}

/** The commands of a block, one a line. */
export function commandsOf({ text }: Block): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}
