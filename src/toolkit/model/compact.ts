/**
 * A copy of a list without the memory that `push` and `filter` reserve for 16 more elements. Used for short lists that
 * are kept, because most of their memory is this reserve.
 */
export function compact<T>(list: readonly T[]): T[] {
  return list.slice()
}
