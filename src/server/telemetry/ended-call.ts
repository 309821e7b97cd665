/** A tool call that ended. */
export interface EndedCall {
  itemId: string
  replyId: string
  tool: string
  failed: boolean
  /** The HTTP status, where one came. */
  status: number | undefined
  startedAt: number
  ms: number
}
