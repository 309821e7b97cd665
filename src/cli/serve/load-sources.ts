import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { stepsOf } from '../../toolkit/model/json-pointer.js'
import { lazy } from '../../toolkit/model/lazy.js'
import { withMembers } from '../../toolkit/model/map-members.js'
import type { ChosenCollection } from '../choose-collections.js'
import type { LoadedConfig } from '../config.js'
import { type LoadedToolkit, loadChoice } from '../load-toolkit.js'
import { readInput } from '../read.js'

/** A collection file of `serve`. */
export interface AgentSource extends LoadedToolkit {
  check(): Promise<SourceFindings>
}

/** The errors in a collection file, and the number of warnings. */
export interface SourceFindings {
  errors: AgentSourceError[]
  warnings: number
}

/** An error in a collection file. */
export interface AgentSourceError {
  line: number
  /** The name of the request or folder that contains the error; empty if the error is outside of all items. */
  name: string
  message: string
}

/**
 * Loads a collection. A collection that was converted from an older format is not validated, because the line numbers
 * would not be those of the user's file.
 */
export async function loadSource(choice: ChosenCollection, config: LoadedConfig): Promise<AgentSource> {
  const loaded = await loadChoice(choice, { config })
  const bytes = loaded.convertedFrom ? undefined : await readInput(choice.path)
  const check = lazy(async () => (bytes ? findingsIn(bytes) : { errors: [], warnings: 0 }))
  return withMembers<LoadedToolkit, Pick<AgentSource, 'check'>>(loaded, { check })
}

/** The files that have errors, each with its errors. */
export async function unsoundAmong(
  sources: readonly AgentSource[],
): Promise<{ path: string; errors: AgentSourceError[] }[]> {
  const all = await Promise.all(
    sources.map(async ({ path, check }) => ({ path, errors: (await check()).errors })),
  )
  return all.filter(({ errors }) => errors.length > 0)
}

async function findingsIn(bytes: Uint8Array): Promise<SourceFindings> {
  const { checkBytes } = await import('../../toolkit/validate/validate.js')
  const { errors, warnings, document = null } = checkBytes(bytes)
  const named = errors.map(({ line, message, pointer }) => ({
    line,
    message,
    name: nameAt(document, pointer),
  }))
  return { errors: named, warnings }
}

/** The name of the innermost item that contains the value at a JSON pointer; empty if no item contains it. */
function nameAt(document: JsonValue, pointer: string): string {
  let name = ''
  let here: JsonValue | undefined = document
  let isItem = false
  for (const step of stepsOf(pointer)) {
    const list: JsonValue[] | undefined = Array.isArray(here) ? here : undefined
    here = list ? list[Number(step)] : asObject(here)?.[step]
    const inItems = list !== undefined && isItem
    if (inItems) name = String(asObject(here)?.name ?? name)
    isItem = list === undefined && step === 'item'
  }
  return name.replace(/\s+/g, ' ').trim()
}
