import { isMap, isScalar, isSeq, type Node, parseDocument as parseYamlNodes } from 'yaml'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { lineIndex } from '../line-index.js'
import { locatePaths, type SourcePlace } from '../locate.js'
import { parseYaml } from '../parse-yaml.js'
import { parseDocument } from '../read-document.js'
import { SourceFault } from '../source-fault.js'
import type { SourceProblem } from './converted-collection.js'
import { type Keys, registerFile, type SourceFile } from './origins.js'
import { parseBru } from './parse-bru.js'

/** Reads a file in JSON, YAML or, if its name ends so, `.bru`. Returns the problem of a file that is none. Never throws. */
export function parseSource(path: string, text: string): SourceFile | SourceProblem {
  try {
    return registerFile({ path, text, ...contentOf(path, text) })
  } catch (error) {
    const { reason, offset } =
      error instanceof SourceFault ? error : { reason: (error as Error).message, offset: 0 }
    return { path, text, message: reason, ...lineIndex(text).at(offset) }
  }
}

function contentOf(path: string, text: string): Pick<SourceFile, 'value' | 'locate'> {
  if (path.endsWith('.bru')) {
    const { value, places } = parseBru(text)
    return { value, locate: (keys) => placeIn(value, keys, (parent, key) => places.get(parent)?.get(key)) }
  }
  if (/^\s*[[{]/.test(text)) {
    const parsed = parseDocument(text)
    if ('value' in parsed) return { value: parsed.value, locate: (keys) => locatePaths(text, [keys])[0] }
    throw new SourceFault(parsed.problem.message, parsed.problem.start)
  }
  const value = parseYaml(text) as JsonValue
  let root: Node | null | undefined
  return {
    value,
    locate(keys) {
      root ??= parseYamlNodes(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' }).contents
      return placeOfNode(root, keys)
    },
  }
}

function placeIn(
  value: JsonObject,
  keys: Keys,
  place: (parent: object, key: string | number) => SourcePlace | undefined,
): SourcePlace | undefined {
  const parent = keys
    .slice(0, -1)
    .reduce<unknown>((found, key) => (found as JsonObject | undefined)?.[key], value)
  return typeof parent === 'object' && parent !== null ? place(parent, keys.at(-1)!) : undefined
}

function placeOfNode(root: Node | null, keys: Keys): SourcePlace | undefined {
  let node: unknown = root
  let key: unknown
  for (const step of keys) {
    const pair = isMap(node)
      ? node.items.findLast((item) => isScalar(item.key) && String(item.key.value) === String(step))
      : undefined
    key = pair?.key
    node = pair ? (pair.value ?? pair.key) : isSeq(node) ? node.items[Number(step)] : undefined
  }
  const [place, keyPlace] = [rangeOf(node), rangeOf(key)]
  if (!place) return undefined
  return { ...place, ...(keyPlace && { keyStart: keyPlace.start, keyEnd: keyPlace.end }) }
}

function rangeOf(node: unknown): SourcePlace | undefined {
  const range = (node as Node | undefined)?.range
  return range ? { start: range[0], end: range[1] } : undefined
}
