import { originOf, replaceOrigin } from '../meaning/address.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type {
  CallOptions,
  DryRun,
  DryRunOptions,
  ToolDefinition,
  ToolFunction,
  ToolResult,
} from '../model/tool.js'
import { callTool } from './call-tool.js'
import { dryRunTool } from './dry-run.js'
import { checkInput } from './input/check-input.js'
import { failed, refusal } from './refusal.js'
import type { RunContext } from './run-context.js'

/** An input that passed, with the fields asked for taken out; or the result that says what is wrong with it. */
type Admitted = { input: JsonObject; fields?: string[] } | { refused: ToolResult }

/** Makes a definition callable. `call` and `dryRun` never throw for what an input or an API does. */
export function createToolFunction(definition: ToolDefinition, context: RunContext): ToolFunction {
  const located = locate(definition, context)
  const { name, description, parameters, annotations } = definition
  return {
    name,
    description,
    parameters,
    annotations,
    definition,
    async call(input: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      return callTool(located, admitted, { context, options })
    },
    dryRun(input: JsonObject, options: DryRunOptions = {}): DryRun | ToolResult {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      try {
        return dryRunTool(located, admitted.input, { context, options })
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

/** A copy of the definition, with its address where the base URLs lead. */
function locate(definition: ToolDefinition, { baseUrls }: RunContext): ToolDefinition {
  const { request } = definition
  const baseUrl = baseUrls.get(originOf(request.url))
  const url = baseUrl === undefined ? request.url : replaceOrigin(request.url, baseUrl)
  return { ...definition, request: { ...request, url } }
}

/** Checks an input. `fields` (a projection of the answer) is understood by every tool that has no parameter of that name. */
function admit(input: JsonObject, { parameters, name }: ToolDefinition): Admitted {
  const given = input ?? {}
  const isProjection = !Object.hasOwn(parameters.properties ?? {}, 'fields') && Object.hasOwn(given, 'fields')
  const fields = isProjection ? fieldList(given.fields) : undefined
  const checked = checkInput(isProjection ? withoutFields(given) : given, parameters)
  if ('problems' in checked) {
    return { refused: failed('invalid-input', `${name} was not called. ${checked.problems.join(' ')}`) }
  }
  return { input: checked.input, ...(fields ? { fields } : {}) }
}

function withoutFields({ fields: _taken, ...rest }: JsonObject): JsonObject {
  return rest
}

function fieldList(value: JsonValue | undefined): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : []
  const fields = list.map((field) => field.trim()).filter(Boolean)
  return fields.length > 0 ? fields.slice(0, 100) : undefined
}
