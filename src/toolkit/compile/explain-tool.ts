import { cutAtWord } from '../../text/cut.js'
import { SAFE_METHODS } from '../model/request-template.js'
import { withStandIns } from '../secrets/stand-ins.js'
import type { ValuePlace } from '../semantics/effect/effect-values.js'
import type { Effect } from '../semantics/effect.js'
import type { Endpoint } from './endpoint.js'
import type { KnownVariables } from './known-variables.js'

/** A value of the collection that every call sends, and why it is not a parameter. */
export interface FixedValue {
  name: string
  value?: string
  why: string
}

/** The decisions of the compiler about one tool, with their reasons, for people to read. */
export interface ToolExplanation {
  /** Fixed values in the path, and fixed values that decide what the call does. */
  fixed: FixedValue[]
  /** The reason why the tool counts as a read or a write. It is shown in brackets. */
  effect: string
}

export function explainTool(
  endpoint: Endpoint,
  { effect, filled }: { effect: Effect; filled: KnownVariables },
): ToolExplanation {
  const { variables } = endpoint.request.url
  const path = [...endpoint.roles].flatMap(([name, { role, why }]): FixedValue[] => {
    if (role !== 'fixed') return []
    const value = variables.find(({ key }) => key === name)?.value ?? filled.own.get(name)
    return [{ name, ...(value === undefined || value === null ? {} : { value: shown(String(value)) }), why }]
  })
  const kept = effect.kept.map(({ place, text }) => ({
    name: placeName(place),
    value: shown(text),
    why: 'it decides what the call does',
  }))
  return { fixed: [...path, ...kept], effect: reasonOf(endpoint, effect) }
}

const shown = (text: string) => cutAtWord(withStandIns(text).replace(/\s+/g, ' ').trim(), 60)

/** The name of a value as `tools` and `inputs` write it: `status`, `body.filter.status`. */
export const placeName = (place: ValuePlace): string =>
  place.in === 'body' ? ['body', ...place.path].join('.') : place.key

function reasonOf({ request: { method } }: Endpoint, effect: Effect): string {
  const { annotations, kept, open, writing } = effect
  const isSafe = SAFE_METHODS.has(method)
  if (annotations.readOnlyHint) {
    if (kept.length > 0)
      return `${isSafe ? `${method}; ` : ''}${placeName(kept[0]!.place)} is kept as the collection has it, and reads`
    return isSafe ? method : 'its name says so, and what a model gives are values only'
  }
  const [written] = writing
  const [opened] = open
  const because = written
    ? `${placeName(written.place)} is "${shown(written.text)}"`
    : opened
      ? `a model gives ${placeName(opened.place)}, which decides what is done`
      : undefined
  if (method === 'DELETE') return method
  if (because !== undefined) return isSafe ? because : `${method}; ${because}`
  return isSafe || annotations.destructiveHint ? `${isSafe ? '' : `${method}; `}its name says so` : method
}
