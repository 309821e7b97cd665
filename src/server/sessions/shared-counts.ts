/** Numbers by name, such as the usage of a budget. */
export type Sums = Readonly<Record<string, number>>

export interface SumChange {
  /** Unique id of the change. If a change is sent again after a lost reply, it is counted only once. */
  id: string
  add: Sums
  /**
   * Minimum sums before `add`. If the sums in the store are lower, because it has lost them, it first raises them to
   * these values.
   */
  atLeast: Sums
}

/**
 * The count of one server, which is one part of a count of all servers. For example, the open connections of an API key
 * to one server.
 */
export interface Reservation {
  name: string
  /** Number of reservations of this server, including this one. */
  own: number
  /** Maximum number for all servers together. */
  limit: number
}

/**
 * Counts that all servers with the same store share. While the store is unreachable, every method rejects, and each
 * server counts alone.
 */
export interface SharedCounts {
  /**
   * Adds amounts to the sums with this name. Returns the new sums, which include the amounts of all servers. Sums
   * expire 24 hours after the last addition.
   */
  add(name: string, change: SumChange): Promise<Sums>
  /** Calls the listener when the store may have lost the reservations and sums of this server. */
  onUp(listener: () => void): void
  /**
   * Counts one event in a time window of `spanMs`, which starts with its first event. Returns the count and the time
   * until the window ends.
   */
  tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }>
  /**
   * Makes all reservations and returns `undefined`. If one of them would exceed its limit, makes no reservation at all
   * and returns the name of that one. Reservations of a dead server do not count.
   */
  hold(places: readonly Reservation[]): Promise<string | undefined>
  /** Sets the number of reservations that this server has under a name. */
  keep(name: string, own: number): Promise<void>
}
