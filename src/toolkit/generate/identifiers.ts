import anyAscii from 'any-ascii'
import { capitalize } from '../../text/capitalize.js'
import { freeName } from '../../text/free-name.js'
import { wordsOf } from '../semantics/words.js'

/** A text of any language as `camelCase`, in ASCII. Never empty, and does not start with a digit. */
export function camelCase(text: string): string {
  const [first = 'unnamed', ...rest] = wordsOf(anyAscii(text)).flatMap(
    (word) => word.match(/[a-z0-9]+/g) ?? [],
  )
  const name = [first, ...rest.map(capitalize)].join('')
  return /^\d/.test(name) ? `_${name}` : name
}

/** Maximum length of a file name without its ending. File systems allow 255 bytes. */
const MAX_FILE_NAME = 100

export function kebabCase(text: string): string {
  return camelCase(text)
    .replace(/^_/, '')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .slice(0, MAX_FILE_NAME)
}

/**
 * A camelCase name for each tool name, which is in snake_case. Tools whose camelCase names clash with each other or
 * with a reserved name all keep their own names. The result therefore does not depend on the order of the tools.
 */
export function methodNames(toolNames: string[], reserved: readonly string[] = []): string[] {
  const wished = toolNames.map(camelCase)
  const counts = new Map<string, number>()
  for (const name of [...wished, ...toolNames].map(capitalize)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return wished.map((name, index) => {
    const own = toolNames[index]!
    const uses = counts.get(capitalize(name))! - (capitalize(own) === capitalize(name) ? 1 : 0)
    const isFree = uses === 1 && !reserved.includes(name)
    return isFree ? name : ownName(own, reserved)
  })
}

/** The tool's own name, changed so that it is an identifier. Different names stay different. */
function ownName(name: string, reserved: readonly string[]): string {
  const plain = name.replaceAll('-', '$')
  return /^\d/.test(plain) || reserved.includes(plain) ? `$${plain}` : plain
}

/** The same names in the same order, but a repeated or reserved name gets a number: `name2`. */
export function numbered(names: string[], reserved: readonly string[] = []): string[] {
  const taken = new Set(reserved)
  return names.map((name) => {
    const unique = freeName(name, (one) => !taken.has(one), '')
    taken.add(unique)
    return unique
  })
}
