import { singleLine } from '../printable.js'
import type { InputMode, UnusedInput } from '../toolkit/compile/input-modes.js'

const REASONS: Record<UnusedInput['reason'], string> = {
  unknown: 'no tool has a parameter of this name; `voice tools --format json` lists them',
  'no-value': 'the collection has no value that could be sent',
  protected: 'credentials and standard headers are never asked of a model',
}

/** One sentence for each name of `inputs` in the configuration that changes nothing. */
export function unusedInputSentences(unused: readonly UnusedInput[]): string[] {
  return unused.map(
    ({ name, reason }) => `"inputs" names ${JSON.stringify(name)} without effect: ${REASONS[reason]}.`,
  )
}

/**
 * The names of `inputs` that have no effect in any collection of one configuration entry. These collections share the
 * same `inputs` object.
 */
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

/** The sentence about requests that no tool could be made of. */
export function skippedRequestsSentence(skipped: readonly { name: string }[]): string {
  return `No tool was made of ${quotedList(skipped.map(({ name }) => name))}: no usable address.`
}

/** The sentence about requests that test a failure. */
export function scenarioSentence(scenarios: readonly { name: string; tool: string }[]): string {
  const names = quotedList(scenarios.map(({ name }) => name))
  return `Left out, since they test a failure: ${names}. \`--allow\` with a name offers one, such as ${scenarios[0]?.tool}.`
}

/** The names in quotes; of many names only the first few. */
export function quotedList(names: readonly string[], limit = 3): string {
  const shown = names.slice(0, limit).map((name) => `"${singleLine(name)}"`)
  return names.length > limit ? `${shown.join(', ')} and ${names.length - limit} more` : shown.join(', ')
}
