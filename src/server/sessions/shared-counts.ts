/** Numbers by name, such as the usage of a budget. */
export type Sums = Readonly<Record<string, number>>

export interface SumChange {
  /** Unique id of the change. If a change is sent again after a lost reply, it is counted only once. */
  id: string
  add: Sums
  /** The minimum sums of the store before `add`. If the store has lost its sums, it continues from these values. */
  atLeast: Sums
}

/** The part of a shared count that belongs to one server, such as its open connections. */
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
  /** Adds to the sums of a name and returns the sums of all servers. Sums expire 24 hours after the last addition. */
  add(name: string, change: SumChange): Promise<Sums>
  /** Calls the listener with the new sums when another server changes them. */
  onSums(listener: (name: string, sums: Sums) => void): void
  /** Calls the listener when the store may have lost the reservations and sums of this server. */
  onUp(listener: () => void): void
  /**
   * Counts one event in a time window of `spanMs`, which starts with its first event. Returns the count and the time
   * until the window ends.
   */
  tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }>
  /**
   * Makes all reservations and returns `undefined`. If one of them would exceed its limit, makes none and returns the
   * name of this reservation. Reservations of a dead server do not count.
   */
  hold(places: readonly Reservation[]): Promise<string | undefined>
  /** Sets the number of reservations that this server has under a name. */
  keep(name: string, own: number): Promise<void>
}
