/**
 * Where the worklet lies unless the configuration says otherwise: beside the script, read while the script loads. In the browser file the build
 * puts the script's own address in the place of `import.meta.url`; bundlers know the form as it stands and take the file along.
 */
export const besideScript = addressBesideScript()

function addressBesideScript(): string {
  try {
    return new URL('./voice-worklet.js', import.meta.url).href
  } catch {
    // An inlined script has no address; the page's own is the best guess left.
    return 'voice-worklet.js'
  }
}
