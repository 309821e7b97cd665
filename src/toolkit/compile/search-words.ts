import { asObject } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { readJsonBody } from '../semantics/request-body.js'
import { plainText } from './describe.js'
import type { Endpoint } from './endpoint.js'

const MAX_WORDS = 1_500

/**
 * The words by which a search finds a tool, besides its name: the whole description, and the names and short values in
 * its examples.
 */
export function searchWords({ item, request, facts }: Endpoint): string {
  const pieces = new Set<string>()
  collect(readJsonBody(request) ?? null, pieces)
  for (const answer of facts.answers) collect(answer ?? null, pieces)
  const words = [plainText(item.description)]
  for (const example of item.examples) words.push(example.name)
  if (pieces.size > 0) words.push(Array.from(pieces).join(' '))
  return words.join(' ').slice(0, MAX_WORDS)
}

/** Collects the keys and short texts of a value. Skips values of members that are named like credentials. */
function collect(value: JsonValue, pieces: Set<string>, depth = 0): void {
  if (depth > 6 || pieces.size > 200) return
  if (Array.isArray(value)) for (const element of value.slice(0, 3)) collect(element, pieces, depth + 1)
  const members = asObject(value)
  if (!members) return
  for (const key of Object.keys(members)) {
    const member = members[key]!
    pieces.add(key)
    if (isCredentialLike(key)) continue
    if (typeof member === 'string' && /^[\p{L} -]{2,30}$/u.test(member)) pieces.add(member)
    else if (typeof member === 'object') collect(member, pieces, depth + 1)
  }
}
