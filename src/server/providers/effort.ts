/** How long a model reasons before it answers, from the shortest. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export type Effort = (typeof EFFORTS)[number]

/**
 * The shortest reasoning of each family of models, so that the user does not wait for words. Other models get no
 * setting: they do not reason, or do not know it. The first pattern that fits counts.
 */
const SHORTEST: readonly (readonly [RegExp, Effort])[] = [
  [/^gpt-oss/, 'low'],
  [/^gpt-[5-9](?:\.\d{1,3})?-(?:sol|astra)/, 'low'],
  [/^gpt-5(?:-mini|-nano)?(?:-\d{4}|$)/, 'minimal'],
  [/^gpt-(?:5\.\d|[6-9])/, 'none'],
  [/^o[1-9](?:-|$)/, 'low'],
  [/^grok-(?:4\.[3-9]|[5-9])/, 'none'],
]

/** The effort to ask a model for. `model` may have a vendor before a slash. */
export function shortestEffort(model: string): Effort | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return SHORTEST.find(([pattern]) => pattern.test(name))?.[1]
}

/**
 * The effort to try after a provider has refused one, from the text of its refusal; `null` to send none. Providers list
 * the values that they take. `undefined` if the refusal is about something else.
 */
export function effortAfter(refusal: string): Effort | null | undefined {
  if (!/reasoning/i.test(refusal)) return undefined
  const at = refusal.search(/supported values|must be|one of|set reasoning|use reasoning/i)
  if (at < 0) return null
  const words = new Set(refusal.slice(at).match(/\b[a-z]{3,7}\b/g))
  return EFFORTS.find((effort) => words.has(effort)) ?? null
}
