/** Numbers by name, such as what is used up of a budget. */
export type Sums = Readonly<Record<string, number>>

/** What changes in the sums of a name. */
export interface SumChange {
  /** Of this change alone. The last change of a server is made once, however often it is sent: its answer may have been lost. */
  id: string
  add: Sums
  /** Sums the store has to know of at least, for one that may have lost them. */
  atLeast: Sums
}

/** A place that a server holds, of those that all servers together may hold under a name. */
export interface Hold {
  name: string
  /** How many this server holds, this one included. */
  own: number
  /** How many all servers together may hold. */
  limit: number
}

/**
 * What all servers with the same store count together. Every call rejects while the store is away; then each server counts for itself.
 */
export interface SharedCounts {
  /** Adds to the sums of a name. Returns them with what all servers have added; a day after the last addition they begin at zero. */
  add(name: string, change: SumChange): Promise<Sums>
  /** Is told what other servers have made of the sums of a name. */
  onSums(listener: (name: string, sums: Sums) => void): void
  /** Is told whenever the store may have forgotten what this server holds and has told. */
  onUp(listener: () => void): void
  /** Counts one event in a span of time that begins with the first; returns how many there were, and how much of the span is left. */
  tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }>
  /** Takes all of some places or none; returns the name of the one that is full. What a dead server held is free again. */
  hold(places: readonly Hold[]): Promise<string | undefined>
  /** Says how many places this server holds now. */
  keep(name: string, own: number): Promise<void>
}
