/** Wraps text in the terminal's own styles; returns it unchanged where colour is off. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const CODES: Record<keyof Paint, [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/** A painter; with `enabled` false it paints nothing. */
export function createPaint(enabled: boolean): Paint {
  const paint =
    (name: keyof Paint) =>
    (text: string): string =>
      enabled ? `\u001b[${CODES[name][0]}m${text}\u001b[${CODES[name][1]}m` : text
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  }
}

/** Whether a stream shows colour: a terminal, and neither the user nor the environment (no-color.org) says no. */
export function showsColour(stream: { isTTY?: boolean }, wanted: boolean): boolean {
  return wanted && stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}
