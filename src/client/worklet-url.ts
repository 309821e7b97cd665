let scriptUrl: string | undefined

/** Called by the browser file, which alone knows where it was loaded from. */
export function setScriptUrl(url: string): void {
  scriptUrl = url
}

/** Where the worklet lies: beside the script. Bundlers know the second form and take the file along. */
export function defaultWorkletUrl(): string {
  if (scriptUrl) return new URL('voice-worklet.js', scriptUrl).href
  return new URL('./voice-worklet.js', import.meta.url).href
}
