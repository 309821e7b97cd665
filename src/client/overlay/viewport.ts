/**
 * Keeps an element inside what is visible: where an on-screen keyboard covers a part of the page, only `visualViewport` knows. Returns
 * the function that stops it.
 */
export function fitVisibleViewport(node: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const fit = () => {
    // While somebody zooms in, the page is larger than the screen on purpose.
    if (viewport.scale > 1.01) return
    node.style.setProperty('--visible-height', `${viewport.height}px`)
    node.style.setProperty('--visible-top', `${viewport.offsetTop}px`)
  }
  fit()
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  return () => {
    viewport.removeEventListener('resize', fit)
    viewport.removeEventListener('scroll', fit)
  }
}
