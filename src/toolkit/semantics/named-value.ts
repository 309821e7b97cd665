/** A literal value with its name, in a text of a body. */
export interface NamedValue {
  name: string
  /** Its content, without the escapes of its format. */
  value: string
  /** Whether it is a number, which has no quotes; a text in its place needs them. */
  isNumber: boolean
  /** The position of the value, without quotes. */
  start: number
  end: number
}
