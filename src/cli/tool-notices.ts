import { ignoredEnvLines, linesOfPrograms } from '../environment.js'
import { singleLine } from '../printable.js'
import type { UnstoredLogin } from '../toolkit/compile/derive-collection.js'
import type { InputMode, UnusedInput } from '../toolkit/compile/input-modes.js'
import type { Destination } from '../toolkit/destinations.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { ToolDefinition } from '../toolkit/model/tool.js'
import { asLine, isProgramName, lineFor } from '../toolkit/secrets/program-names.js'
import { createScope } from '../toolkit/template/scope.js'
import { findVariables } from '../toolkit/template/variables.js'
import { variableLayers } from '../toolkit/variable-layers.js'
import type { Settings } from './load.js'
import type { Output } from './output.js'

const REASONS: Record<UnusedInput['reason'], string> = {
  unknown: 'no tool has a parameter of this name; `voice tools --format json` lists them',
  'no-value': 'the collection has no value that could be sent',
  protected: 'credentials and standard headers are never asked of a model',
}

export function unusedInputSentences(unused: readonly UnusedInput[]): string[] {
  return unused.map(
    ({ name, reason }) => `"inputs" names ${JSON.stringify(name)} without effect: ${REASONS[reason]}.`,
  )
}

/** Names of `inputs` without effect in all collections that a glob of the configuration gives them to. */
export function unusedEverywhere(
  collections: readonly { inputs: Readonly<Record<string, InputMode>>; unused: readonly UnusedInput[] }[],
): UnusedInput[] {
  const unused = collections.flatMap(({ inputs, unused: names }) =>
    names.filter(({ name }) =>
      collections.every((one) => one.inputs !== inputs || one.unused.some((other) => other.name === name)),
    ),
  )
  return [...new Map(unused.map((one) => [one.name, one])).values()]
}

/** A warning about the lines of `.env` that look like settings of the process, if there are any. */
export function ignoredLinesWarnings(): string[] {
  const names = ignoredEnvLines()
  if (names.length === 0) return []
  return [`Without effect in .env: ${listOf(names)}. Only the environment of the process can set such names.`]
}

export function missingValueWarnings(names: readonly string[]): string[] {
  const owned = names.filter(isProgramName)
  const others = names.filter((name) => !isProgramName(name))
  return [
    ...(others.length > 0
      ? [
          `Requests will lack ${others.join(', ')}: set it in .env${asLine(others[0]!)}, with --env-var or in the environment of --env.`,
        ]
      : []),
    ...(owned.length > 0
      ? [
          `The collection asks for ${owned.join(', ')}: settings and keys of programs are not given to it. If the API needs the value, set VOICE_VAR_${owned[0]}.`,
        ]
      : []),
  ]
}

/**
 * Which values of `.env` and of `VOICE_VAR_NAME` the requests of a collection send, and to which addresses; and the lines of
 * `.env` that have the name of a variable and give it no value, because they may be those of a program.
 */
export function envNotices(
  { definitions, destinations }: SentValues,
  { collection, settings }: GivenValues,
): {
  sent: string[]
  kept: string[]
} {
  const scope = createScope(variableLayers(collection.variables, settings))
  const used = new Set(findVariables(definitions.map(({ request }) => request)))
  // A set hands out what is added to it while it is walked, so that names inside of values count too.
  for (const name of used) for (const inner of findVariables(scope.lookup(name))) used.add(inner)
  const names = Object.keys(settings.envFile).filter((name) => used.has(name))
  const kept = linesOfPrograms().filter((name) => used.has(name) && !Object.hasOwn(settings.envFile, name))
  const places = [...new Set(destinations.map(({ url }) => url))]
  return {
    sent:
      names.length === 0
        ? []
        : [
            `${listOf(names)} of .env or VOICE_VAR_ ${names.length === 1 ? 'goes' : 'go'} to ${listOf(places)}`,
          ],
    kept:
      kept.length === 0
        ? []
        : [
            `The collection asks for ${listOf(kept)} of .env, which may belong to another program and is not given to it. If the API needs the value, write ${lineFor(kept[0]!)}=... instead.`,
          ],
  }
}

interface SentValues {
  definitions: readonly ToolDefinition[]
  destinations: readonly Destination[]
}

interface GivenValues {
  collection: Collection
  settings: Settings
}

const MAX_LISTED = 8

const listOf = (names: readonly string[]) =>
  names.length > MAX_LISTED
    ? `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`
    : names.join(', ')

/** What became no tool, and names of `inputs` and `voice.lock` without effect. */
interface LeftOut {
  skipped: readonly { name: string }[]
  /** Requests that test a failure, each with the name of its tool. */
  scenarios: readonly { name: string; tool: string }[]
  unusedInputs: readonly UnusedInput[]
  unusedLock: readonly string[]
  unstoredLogins: readonly UnstoredLogin[]
}

const MAX_SCENARIOS = 10

export function noticeLeftOut(
  { skipped, scenarios, unusedInputs, unusedLock, unstoredLogins }: LeftOut,
  { notice, warn }: Output,
): void {
  const namesOf = (requests: readonly { name: string }[], limit?: number) =>
    quotedList(
      requests.map(({ name }) => name),
      limit,
    )
  if (skipped.length > 0) notice(`No tool was made of ${namesOf(skipped)}: no usable address.`)
  if (scenarios.length > 0)
    notice(
      `Requests left out as tests of a failure: ${scenarios.length}, ${namesOf(scenarios, MAX_SCENARIOS)}. \`--allow\` with a name offers one, such as ${scenarios[0]?.tool}.`,
    )
  const sentences = [...unusedInputSentences(unusedInputs), ...unusedLockWarnings(unusedLock)]
  for (const sentence of [...sentences, ...unstoredLoginWarnings(unstoredLogins)]) warn(sentence)
}

export function unusedLockWarnings(names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [
    `Without effect in voice.lock: ${quotedList(names)}. Their requests are gone, or other requests have these names.`,
  ]
}

/** Says of a log-in that `--login` names why it changes nothing. */
export function unstoredLoginWarnings(logins: readonly UnstoredLogin[]): string[] {
  return logins.map(({ tool, members, variables }) => {
    const what = members.length > 0 ? `${tool} answers ${listOf(members)}` : `--login names ${tool}`
    return `${what}, but nothing stores a token in ${listOf(variables)}: add a test script to the request, such as pm.collectionVariables.set('${variables[0]}', pm.response.json().${members[0] ?? 'token'}).`
  })
}

export function quotedList(names: readonly string[], limit = 3): string {
  const shown = names.slice(0, limit).map((name) => `"${singleLine(name)}"`)
  return names.length > limit ? `${shown.join(', ')} and ${names.length - limit} more` : shown.join(', ')
}
