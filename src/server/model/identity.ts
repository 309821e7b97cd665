/** Who is connected, as the program's key validator says. Its variables never reach the model, a client, a log or another session. */
export interface Identity {
  /** Whose budgets and limits count. */
  userId?: string
  /** Fill the collection's variables for this session only: an end user's own token, a tenant. */
  variables?: Record<string, string>
  /** Replaces the base URL of the collections for this session only. */
  baseUrl?: string
  /** Names, folders, methods or globs of the tools this user may see. */
  allow?: string[]
  deny?: string[]
}
