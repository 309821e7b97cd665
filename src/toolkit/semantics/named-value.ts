export interface NamedValue {
  name: string
  value: string
  isNumber: boolean
  /** The position of the value in the text, without quotes. */
  start: number
  end: number
}
