/** What a check found: `failed` means that something will not work, `note` that something is off or missing on purpose. */
export interface CheckResult {
  name: string
  status: 'ok' | 'note' | 'failed'
  /** What was found. Never holds a key. */
  message: string
  /** What to do; always there when the check failed. */
  advice?: string
}

/** A check that passed. */
export function ok(name: string, message: string): CheckResult {
  return { name, status: 'ok', message }
}

/** Something worth knowing. */
export function note(name: string, message: string, advice?: string): CheckResult {
  return { name, status: 'note', message, ...(advice !== undefined && { advice }) }
}

/** Something that will not work, and what to do about it. */
export function failed(name: string, message: string, advice: string): CheckResult {
  return { name, status: 'failed', message, advice }
}
