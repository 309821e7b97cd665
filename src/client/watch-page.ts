/** What a page tells: `wake` when the network is back or somebody looks again, `doubt` when the network is said to be gone. */
export interface PageWatcher {
  wake: () => void
  doubt: () => void
}

/** Follows the network and the visibility of the page; returns what stops it. Without a page it does nothing. */
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
