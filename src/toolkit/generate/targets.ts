import { anthropic, json, mcp, openai } from './json-targets.js'
import type { Target } from './target.js'
import { typescript } from './typescript.js'

/** The kinds of output, by their names for `voice compile --target`. */
export const targets = { typescript, openai, anthropic, mcp, json } as const satisfies Record<string, Target>

export type TargetName = keyof typeof targets
