/** Whether a text is an http or https address with a host. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}
