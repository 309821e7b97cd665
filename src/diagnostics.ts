/** How much a finding matters: an `error` stops a tool from being built or sent, the rest does not. */
export type Severity = 'error' | 'warning' | 'info'

/** A finding about a file, placed. Lines and columns count from 1; without a position all are 1. */
export interface Diagnostic {
  /** Stable kebab-case name of the rule. */
  code: string
  severity: Severity
  /** One sentence: what was found and what was expected. */
  message: string
  /** JSON pointer (RFC 6901) into the document, `""` for the whole of it. */
  pointer: string
  line: number
  column: number
  endLine: number
  endColumn: number
  /** What to do, when there is something better to say than the message. */
  hint?: string
  /** Whether `voice validate --fix` repairs it. */
  fixable: boolean
}
