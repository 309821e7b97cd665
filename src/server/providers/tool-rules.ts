import type { JsonSchema } from '../../toolkit/model/json.js'

/** What a family of models takes as a tool. Models refuse the whole request if one tool is against it. */
interface ToolRules {
  names: RegExp
  /** Maximum tools of one request. */
  maxTools: number
  /** Maximum characters of the name of a parameter. */
  maxParameterChars: number
}

const OPENAI: ToolRules = { names: /^[a-zA-Z0-9_-]{1,64}$/, maxTools: 128, maxParameterChars: 128 }
const CLAUDE: ToolRules = { names: /^[a-zA-Z0-9_-]{1,128}$/, maxTools: 1_000, maxParameterChars: 64 }
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

function problemsOf({ name, parameters }: CheckedTool, { names, maxParameterChars }: ToolRules): string[] {
  const members = Object.keys(parameters.properties ?? {})
  const long = members.find((member) => member.length > maxParameterChars)
  return [
    ...(names.test(name)
      ? []
      : ['its name has other characters than letters, digits, "_" and "-", or is too long']),
    ...(parameters.type === 'object' ? [] : ['its parameters are no object']),
    ...(long === undefined
      ? []
      : [`its parameter "${long.slice(0, 40)}…" has a name of more than ${maxParameterChars} characters`]),
  ]
}
