/** Signals of a page: `wake` when the network or the user is back, `doubt` when the network may be gone. */
export interface PageWatcher {
  wake: () => void
  doubt: () => void
}

/**
 * Watches the network and the visibility of the page; returns the function that stops it. Does nothing without a
 * page.
 */
export function watchPage({ wake, doubt }: PageWatcher): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', wake)
  window.addEventListener('offline', doubt)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', doubt)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
