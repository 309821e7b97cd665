/**
 * Keeps an element inside what is visible: where an on-screen keyboard covers a part of the page, only `visualViewport` knows. Returns
 * the function that stops it.
 */
export function fitVisibleViewport(node: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const keepUp = () => {
    // While somebody zooms in, the page is larger than the screen on purpose.
    if (viewport.scale > 1.01) return
    node.style.setProperty('--visible-height', `${viewport.height}px`)
    node.style.setProperty('--visible-top', `${viewport.offsetTop}px`)
  }
  keepUp()
  viewport.addEventListener('resize', keepUp)
  viewport.addEventListener('scroll', keepUp)
  return () => {
    viewport.removeEventListener('resize', keepUp)
    viewport.removeEventListener('scroll', keepUp)
  }
}
