/**
 * The default URL of the worklet, which is beside the script. It is read while the script loads. In the browser file,
 * the build replaces `import.meta.url` by the script's address; bundlers know this form and include the file.
 */
export const besideScript = addressBesideScript()

function addressBesideScript(): string {
  try {
    return new URL('./voice-worklet.js', import.meta.url).href
  } catch {
    // An inlined script has no address; the address of the page is the best guess.
    return 'voice-worklet.js'
  }
}
