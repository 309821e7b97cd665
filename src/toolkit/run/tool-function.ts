import type { JsonObject, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { withMembers } from '../model/map-members.js'
import type {
  CallOptions,
  DryRun,
  DryRunOptions,
  ToolDefinition,
  ToolFunction,
  ToolResult,
} from '../model/tool.js'
import { maskedArgumentProblem } from '../secrets/sensitive-arguments.js'
import { originOf, replaceOrigin } from '../semantics/address.js'
import { findVariables } from '../template/variables.js'
import { dryRunTool } from './dry-run.js'
import { checkToolInput } from './input/check-input.js'
import { failed, refusal } from './refusal.js'
import type { RunContext } from './run-context.js'

type Admitted = { input: JsonObject; fields?: string[] } | { refused: ToolResult }

/** Loads the code that sends requests and reads responses, with its packages, at the first call of a tool. */
export const loadCalling = lazy(() => import('./call-tool.js'))

/** The tool function of a definition. An invalid input or a failure of the API is a result with an error, not thrown. */
export function createToolFunction(definition: ToolDefinition, context: RunContext): ToolFunction {
  let located: ToolDefinition | undefined
  const emptyBase = emptyBaseOf(definition, context)
  return {
    name: definition.name,
    get description() {
      return definition.description
    },
    get parameters() {
      return definition.parameters
    },
    get annotations() {
      return definition.annotations
    },
    definition,
    async call(input: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      located ??= locate(definition, context)
      const { callTool } = await loadCalling()
      const result = await callTool(located, admitted, { context, options, emptyBase })
      return result.reason === 'unreachable' ? withEmptyBase(result, emptyBase) : result
    },
    dryRun(input: JsonObject, options: DryRunOptions = {}): DryRun | ToolResult {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      try {
        located ??= locate(definition, context)
        return dryRunTool(located, admitted.input, { context, options, emptyBase })
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

function locate(definition: ToolDefinition, { baseUrls }: RunContext): ToolDefinition {
  const { request } = definition
  const baseUrl = baseUrls.get(originOf(request.url))
  const url = baseUrl === undefined ? request.url : replaceOrigin(request.url, baseUrl.url)
  return withMembers(definition, { request: { ...request, url } })
}

/** The variable without a value because of which the requests of a tool go to the fallback address, if they do. */
function emptyBaseOf({ request }: ToolDefinition, { baseUrls }: RunContext): string | undefined {
  const origin = originOf(request.url)
  return baseUrls.get(origin)?.isFallback ? findVariables(origin)[0] : undefined
}

/** Adds an explanation to the result of a failed request if the request was sent to the fallback address. */
function withEmptyBase(result: ToolResult, variable: string | undefined): ToolResult {
  if (variable === undefined) return result
  const why = `The request went there because "${variable}" has no value; --base-url URL, API_BASE_URL or --env-var ${variable}=URL says where the API is.`
  return { ...result, content: `${String(result.content)} ${why}` }
}

/** Checks an input. `fields` selects fields of the response, unless the tool has a parameter of this name. */
function admit(input: JsonObject, definition: ToolDefinition): Admitted {
  const { parameters, name } = definition
  const given = input ?? {}
  const isProjection = !Object.hasOwn(parameters.properties ?? {}, 'fields') && Object.hasOwn(given, 'fields')
  const fields = isProjection ? fieldList(given.fields) : undefined
  const masked = maskedArgumentProblem(given)
  if (masked !== undefined) return { refused: notCalled(name, masked) }
  const checked = checkToolInput(definition, isProjection ? withoutFields(given) : given)
  if ('problems' in checked) return { refused: notCalled(name, checked.problems.join(' ')) }
  return { input: checked.input, fields }
}

const notCalled = (name: string, why: string) => failed('invalid-input', `${name} was not called. ${why}`)

function withoutFields({ fields: _taken, ...rest }: JsonObject): JsonObject {
  return rest
}

function fieldList(value: JsonValue | undefined): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : []
  const fields = list.map((field) => field.trim()).filter(Boolean)
  return fields.length > 0 ? fields.slice(0, 100) : undefined
}
