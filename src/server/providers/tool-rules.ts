import type { JsonSchema } from '../../toolkit/model/json.js'

/** What a family of models takes as a tool. Models refuse the whole request if one tool is against it. */
interface ToolRules {
  names: RegExp
  maxTools: number
  maxParameterChars: number
  mixedEnums?: true
}

/** Keywords that no family takes beside `type: object` of all parameters. */
const NOT_AT_TOP = ['anyOf', 'oneOf', 'allOf', 'not', 'enum'] as const

const OPENAI: ToolRules = {
  names: /^[a-zA-Z0-9_-]{1,64}$/,
  maxTools: 128,
  maxParameterChars: 128,
  mixedEnums: true,
}
const CLAUDE: ToolRules = {
  names: /^[a-zA-Z0-9_-]{1,128}$/,
  maxTools: 1_000,
  maxParameterChars: 64,
  mixedEnums: true,
}
const GEMINI: ToolRules = { names: /^[a-zA-Z_][\w.:-]{0,127}$/, maxTools: 512, maxParameterChars: 64 }

/** The families that differ from OpenAI. */
const RULES: Readonly<Record<string, ToolRules>> = {
  anthropic: CLAUDE,
  bedrock: CLAUDE,
  google: GEMINI,
  vertex: GEMINI,
}

interface CheckedTool {
  name: string
  parameters: JsonSchema
}

/**
 * What a model would refuse about the tools, in sentences that name the tool. `model` is its provider string. With
 * `offersAll`, each request has all tools.
 */
export function toolProblems(
  model: string,
  tools: readonly CheckedTool[],
  { offersAll }: { offersAll: boolean },
): string[] {
  const provider = model.slice(0, Math.max(model.indexOf('/'), 0))
  const rules = RULES[provider] ?? OPENAI
  const tooMany =
    offersAll && tools.length > rules.maxTools
      ? [`${model} takes ${rules.maxTools} tools at most, and there are ${tools.length}; use --tools search.`]
      : []
  return [
    ...tooMany,
    ...tools.flatMap((tool) =>
      problemsOf(tool, rules).map((what) => `${model} refuses the tool "${tool.name}": ${what}.`),
    ),
  ]
}

function problemsOf(
  { name, parameters }: CheckedTool,
  { names, maxParameterChars, mixedEnums }: ToolRules,
): string[] {
  const members = Object.keys(parameters.properties ?? {})
  const long = members.find((member) => member.length > maxParameterChars)
  const keyword = NOT_AT_TOP.find((one) => Object.hasOwn(parameters, one))
  const mixed = mixedEnums ? undefined : mixedEnum(parameters)
  return [
    ...(names.test(name)
      ? []
      : ['its name has other characters than letters, digits, "_" and "-", or is too long']),
    ...(parameters.type === 'object' ? [] : ['its parameters are no object']),
    ...(keyword === undefined ? [] : [`its parameters have "${keyword}" at the top`]),
    ...(long === undefined
      ? []
      : [`its parameter "${long.slice(0, 40)}…" has a name of more than ${maxParameterChars} characters`]),
    ...(mixed === undefined ? [] : [`the values of its parameter "${mixed}" have several types`]),
  ]
}

/** The path of the first parameter whose `enum` has values of several types. */
function mixedEnum(schema: JsonSchema, path: readonly string[] = []): string | undefined {
  const types = new Set((schema.enum ?? []).filter((value) => value !== null).map((value) => typeof value))
  if (types.size > 1) return path.join('.')
  const inner: [name: string, schema: JsonSchema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...[schema.items ?? [], schema.anyOf ?? []].flat().map((one): [string, JsonSchema] => ['', one]),
  ]
  for (const [name, one] of inner) {
    const found = mixedEnum(one, name === '' ? path : [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
