import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { isAmbiguousKey } from '../../../toolkit/secrets/machine-key.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { MockRequest } from '../compare-request.js'
import type { PathMatch } from '../path-pattern.js'
import type { Classified } from './classify.js'
import { textId } from './make-record.js'
import type { RecordKind } from './record-kinds.js'
import { bodyOf } from './request-object.js'

export function idIn(
  request: MockRequest,
  { known, path, kind }: { known: Classified; path: PathMatch; kind: RecordKind },
): string | undefined {
  if (known.idIndex !== undefined) return path.values[known.idIndex]
  const isOwn = (name: string) =>
    name === kind.idName ||
    /^_?id$/i.test(name) ||
    (isIdName(name) && wordsOf(name).includes(singularOf(kind.name)))
  const query = request.query.find(([name, value]) => isOwn(name) && value !== '')?.[1]
  if (query !== undefined || known.role === 'create') return query
  const [, value] = Object.entries(bodyOf(request)).find(([name]) => isOwn(name)) ?? []
  return textId(value)
}

/**
 * Values that all records of a requested list must have. They come from the query or the path: `?status=open`,
 * `/products/category/4`, `/users/7/orders`.
 */
export function filtersOf(
  request: MockRequest,
  { kind, known, path }: { kind: RecordKind; known: Classified; path: PathMatch },
): JsonObject {
  const parameters = known.route.pattern.segments.flatMap((segment) =>
    'matches' in segment ? [segment.name] : [],
  )
  const said = [
    ...parameters.map((name, at): [string, string] => [name, path.values[at] ?? '']),
    ...request.query,
  ]
  const names = [...kind.members.keys()].filter((name) => name !== kind.idName)
  return Object.fromEntries(
    said.flatMap(([name, value]): [string, JsonValue][] => {
      const member = names.find((one) => wordsOf(one).join() === wordsOf(name).join())
      if (member === undefined || value === '') return []
      const isNumber = kind.members.get(member)!.some((sample) => typeof sample === 'number')
      return [[member, isNumber && Number.isFinite(Number(value)) ? Number(value) : value]]
    }),
  )
}

const isSecret = (name: string, value: JsonValue) => isCredentialLike(name) || isAmbiguousKey(name, value)

/** The values that a request sends, without secrets such as passwords: records never show them. */
export function withoutSecrets(sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isSecret(name, value)))
}

/**
 * The changes that a request asks for. They are the members of its body. If the body is empty, they are the parameters
 * of its query. For example, `PATCH /orders/1/status?status=paid` changes `status` to `paid`.
 */
export function changesIn(request: MockRequest, kind: RecordKind): JsonObject {
  const sent = withoutSecrets(bodyOf(request))
  if (Object.keys(sent).length > 0) return sent
  const query = request.query.filter(([name, value]) => name !== kind.idName && !isSecret(name, value))
  return Object.fromEntries(query.slice(0, 20))
}

/**
 * The member by which a path identifies a record, with its value: `/orders/code/ORD-17` gives `{ code: "ORD-17" }`.
 * `{}` if there is none.
 */
export function namedBy(
  { route }: Classified,
  { value, kind }: { value: string; kind: RecordKind },
): JsonObject {
  const { segments } = route.pattern
  const at = segments.findLastIndex((segment) => 'matches' in segment)
  const before = wordsOf(segments[at - 1]?.text ?? '')
  const member = [...kind.members.keys()].find((name) => wordsOf(name).join() === before.join())
  return before.length === 1 ? { [member ?? before[0]!]: value } : {}
}
