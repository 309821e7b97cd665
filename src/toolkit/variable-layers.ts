import type { Variable } from './model/collection.js'
import type { JsonValue } from './model/json.js'
import { toVariables } from './template/variables.js'

/** The sources of values for the variables of a collection, apart from the collection file itself. */
export interface GivenValues {
  /** Values by exact name, from `--env-var`, a program or an identity. @default {} */
  variables?: Readonly<Record<string, JsonValue>>
  /** Names in `variables` that belong to one user. Their values are never shown. @default [] */
  privateVariables?: readonly string[]
  /** Variables of a Postman environment. @default [] */
  environment?: Variable[]
  /** Values from `.env` and from `VOICE_VAR_NAME`: the result of `valuesForVariables`. @default {} */
  envFile?: Readonly<Record<string, string>>
  /** Variables of a Postman globals file. @default [] */
  globals?: Variable[]
}

/** The names of the layers of {@link variableLayers}, in the same order, as users read them. */
export const LAYER_NAMES = [
  '--env-var',
  '--env',
  '.env or VOICE_VAR_',
  'the collection',
  '--globals',
] as const

/** The variables by source, the first with precedence; captures come before the collection. Nothing else of the process. */
export function variableLayers(own: Variable[], given: GivenValues): Variable[][] {
  return [...layersAbove(given), own, given.globals ?? []]
}

/** The layers of {@link variableLayers} that have precedence over the collection file. */
export function layersAbove({
  variables = {},
  privateVariables = [],
  environment = [],
  envFile = {},
}: GivenValues): Variable[][] {
  const given = (layer: Variable[]) => layer.map((variable) => ({ ...variable, isGiven: true }))
  return [toVariables(variables, privateVariables), given(environment), given(toVariables(envFile))]
}
