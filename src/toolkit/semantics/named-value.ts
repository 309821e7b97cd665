/** A literal value in the text of a body, and its name. */
export interface NamedValue {
  name: string
  /** The value, without the escapes of its format. */
  value: string
  /** Whether the value is a number without quotes. A text that replaces it needs quotes. */
  isNumber: boolean
  /** The position of the value in the text, without quotes. */
  start: number
  end: number
}
