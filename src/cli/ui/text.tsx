import { EventEmitter } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { Text as InkText, type TextProps, useStdout } from 'ink'
import { Children, type ReactNode, useEffect, useState } from 'react'
import { showControls } from '../../printable.js'
import { graphemesOf } from '../../text/graphemes.js'

/** The colour of a text or a border; undefined if the variable NO_COLOR (no-color.org) turns colour off. */
export function colourOf<C>(color: C): C | undefined {
  return process.env.NO_COLOR ? undefined : color
}

/**
 * Text that shows control characters as visible text, and that has no colour if NO_COLOR is set. The `Text` of ink
 * would send the characters to the terminal, and would ignore NO_COLOR.
 */
export function Text({ children, color, ...style }: TextProps): ReactNode {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? showControls(child) : child))
  return (
    <InkText {...style} {...(color !== undefined && { color: colourOf(color) })}>
      {shown}
    </InkText>
  )
}

export function useTerminalSize(): { columns: number; rows: number } {
  const { stdout } = useStdout()
  const [size, setSize] = useState(() => sizeOf(stdout))
  useEffect(() => {
    const measure = () => setSize(sizeOf(stdout))
    stdout.on('resize', measure)
    return () => void stdout.off('resize', measure)
  }, [stdout])
  return size
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): { columns: number; rows: number } {
  return { columns: columns || 80, rows: rows || 24 }
}

interface ReflowingTerminal {
  stdout: NodeJS.WriteStream
  release(): void
}

/** The size of a terminal that has no size and says 0, such as some terminals on build servers. */
const [DEFAULT_COLUMNS, DEFAULT_ROWS] = [80, 24]

const ESC = '\u001b'
/**
 * Control sequences of ink, the library that draws on the terminal. `ERASE` erases a row, `ERASED` follows the last
 * erased row, and `CLEARED` clears the whole screen.
 */
const ERASE = `${ESC}[2K`
const ERASED = `${ESC}[G`
const CLEARED = `${ESC}[2J`
const ERASE_AND_UP = `${ERASE}${ESC}[1A`

/**
 * Milliseconds for which a new size must stay the same before the library ink gets it and draws again. While a window
 * is resized with the mouse, its size changes many times a second. tmux also wraps the lines up to 250 ms before it
 * reports the new size: text that is drawn in between cannot be erased.
 */
const SETTLE_MS = 300

/**
 * Wraps a terminal so that the library ink can draw on it while the window gets narrower. The terminal then breaks
 * existing lines into more rows, but ink erases only as many rows as it drew, so parts of the old text would remain.
 * The wrapper erases the additional rows before ink erases its own rows.
 */
export function reflowing(terminal: NodeJS.WriteStream): ReflowingTerminal {
  let drawn = ''
  const write = (...args: Parameters<typeof terminal.write>): boolean => {
    const text = String(args[0])
    if (text.includes(ERASE) && breaksLines(process.env)) {
      const rows = newRows(drawn, terminal.columns || DEFAULT_COLUMNS)
      if (rows > 0) terminal.write(`\r${ERASE_AND_UP.repeat(rows)}`)
    }
    drawn = drawnAfter(text, drawn)
    return terminal.write(...args)
  }
  const size = settledSize(terminal)
  const own: Record<string | symbol, unknown> = { write, on: size.on, off: size.off }
  const stdout = new Proxy(terminal, {
    get(target, name) {
      if (name === 'columns' || name === 'rows') return size.now()[name]
      const value: unknown = own[name] ?? Reflect.get(target, name)
      return typeof value === 'function' && !(name in own) ? value.bind(target) : value
    },
  })
  return { stdout, release: size.release }
}

/** The last stable size of a terminal. `resize` is emitted once the size has stayed the same for a moment. */
function settledSize(terminal: NodeJS.WriteStream) {
  const resized = new EventEmitter()
  const measure = () => ({
    columns: terminal.columns || DEFAULT_COLUMNS,
    rows: terminal.rows || DEFAULT_ROWS,
  })
  let size = measure()
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      size = measure()
      resized.emit('resize')
    }, SETTLE_MS)
  }
  terminal.on('resize', wait)
  type Listener = (...args: unknown[]) => void
  const emitterOf = (event: string) => (event === 'resize' ? resized : terminal)
  return {
    now: () => size,
    on: (event: string, listener: Listener) => emitterOf(event).on(event, listener),
    off: (event: string, listener: Listener) => emitterOf(event).off(event, listener),
    release() {
      clearTimeout(timer)
      terminal.off('resize', wait)
    },
  }
}

/** Whether the terminal wraps existing lines. xterm and GNU screen cut them off instead. */
function breaksLines({ XTERM_VERSION, STY }: NodeJS.ProcessEnv): boolean {
  return XTERM_VERSION === undefined && STY === undefined
}

/**
 * Returns the text that the library ink will erase before it draws again. `text` is what ink has just written. `before`
 * is the result of this function for the previous write.
 */
function drawnAfter(text: string, before: string): string {
  if (text.includes(CLEARED)) return ''
  const end = text.lastIndexOf(ERASED)
  if (end >= 0) return text.slice(end + ERASED.length)
  return stripVTControlCharacters(text) === '' ? before : text
}

/** The number of additional rows of a text if its lines are wrapped at this number of columns; 0 if none is wrapped. */
export function newRows(text: string, columns: number): number {
  const lines = stripVTControlCharacters(text).split('\n')
  return lines.reduce((sum, line) => sum + rowsOf(line, columns) - 1, 0)
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

/** The number of rows of a line. A wide character for which a row has only one column left begins the next row. */
function rowsOf(line: string, columns: number): number {
  // No character is wider than two columns, so most lines need no counting.
  if (line.length * 2 <= columns) return 1
  let rows = 1
  let used = 0
  for (const character of graphemesOf(line)) {
    const width = WIDE.test(character) ? 2 : 1
    if (used + width > columns) {
      rows++
      used = 0
    }
    used += width
  }
  return rows
}
