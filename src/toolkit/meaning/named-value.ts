/** A literal value under a name, in a text of a body. */
export interface NamedValue {
  name: string
  /** What it says, without the escapes of its format. */
  value: string
  /** A number stands without quotes, so that a text in its place needs some. */
  isNumber: boolean
  /** Where the value stands, quotes not included. */
  start: number
  end: number
}
