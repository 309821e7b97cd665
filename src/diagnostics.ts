/** The weight of a diagnostic: an `error` prevents a tool from being built, or its request from being sent. */
export type Severity = 'error' | 'warning' | 'info'

/** A problem in a file, with its position. Lines and columns count from 1; without a position all are 1. */
export interface Diagnostic {
  /** Stable kebab-case name of the rule. */
  code: string
  severity: Severity
  /** One sentence: what was found and what was expected. */
  message: string
  /** JSON pointer (RFC 6901) into the document; `""` is the whole document. */
  pointer: string
  line: number
  column: number
  endLine: number
  endColumn: number
  /** What to do, if the message does not say it. */
  hint?: string
  /** Whether `voice validate --fix` repairs it. */
  fixable: boolean
}
