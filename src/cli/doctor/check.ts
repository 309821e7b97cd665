/**
 * The result of a check: `failed` means that something does not work, `note` that something is intentionally off or
 * missing.
 */
export interface CheckResult {
  name: string
  status: 'ok' | 'note' | 'failed'
  /** The result in words. Never contains an API key. */
  message: string
  /** What to do; always present for a failed check. */
  advice?: string
}

export function ok(name: string, message: string): CheckResult {
  return { name, status: 'ok', message }
}

/** A result that is no failure: something is intentionally off or missing. */
export function note(name: string, message: string, advice?: string): CheckResult {
  return { name, status: 'note', message, advice }
}

export function failed(name: string, message: string, advice: string): CheckResult {
  return { name, status: 'failed', message, advice }
}
