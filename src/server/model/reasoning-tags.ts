export interface ReasoningTag {
  open: string
  close: string
}

const xml = (name: string): ReasoningTag => ({ open: `<${name}>`, close: `</${name}>` })

/**
 * The marks that begin and end reasoning in the output of models. Sources: the chat templates of DeepSeek, Qwen and
 * most others, Gemini and Exaone, Seed, Kimi, Magistral, Command, OpenThinker, and the analysis channel of gpt-oss.
 */
export const REASONING_TAGS: readonly ReasoningTag[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'reflection', 'seed:think'].map(xml),
  { open: '◁think▷', close: '◁/think▷' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<|channel|>analysis<|message|>', close: '<|end|>' },
]

/** Marks that gpt-oss writes between its reasoning and its answer. */
export const ANSWER_MARKS: readonly string[] = [
  '<|start|>assistant<|channel|>final<|message|>',
  '<|start|>assistant',
  '<|channel|>final<|message|>',
]

export const MARK_START = /[<[◁]/

export const LONGEST_MARK = Math.max(
  ...REASONING_TAGS.flatMap(({ open, close }) => [open.length, close.length]),
  ...ANSWER_MARKS.map((mark) => mark.length),
)

/**
 * Whether the name of a model suggests that its output begins with reasoning but without an opening mark. The chat
 * templates of such models put the opening mark into the prompt.
 */
export function namesReasoning(model: string): boolean {
  return /(?:^|[^a-z])(?<!non-)(?:r1|qwq|thinking|reasoning)(?:[^a-z]|$)/i.test(model)
}
