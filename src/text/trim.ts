export function startOfRun(text: string, end: number, chars: string): number {
  let start = end
  while (start > 0 && chars.includes(text[start - 1]!)) start--
  return start
}

/** `text` without the characters of `chars` at its end, in linear time, unlike a pattern such as `/_+$/`. */
export function trimEndOf(text: string, chars: string): string {
  return text.slice(0, startOfRun(text, text.length, chars))
}

export function trimOf(text: string, chars: string): string {
  const kept = trimEndOf(text, chars)
  let start = 0
  while (start < kept.length && chars.includes(kept[start]!)) start++
  return kept.slice(start)
}
