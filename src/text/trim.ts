/** `text` without the characters of `chars` at its end. A pattern such as `/_+$/` also tries each run that stands elsewhere, once a character. */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length
  while (end > 0 && chars.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** `text` without the characters of `chars` at its start and its end. */
export function trimOf(text: string, chars: string): string {
  const kept = trimEndOf(text, chars)
  let start = 0
  while (start < kept.length && chars.includes(kept[start]!)) start++
  return kept.slice(start)
}
