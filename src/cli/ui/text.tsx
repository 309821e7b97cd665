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

/** Text with visible control characters, without colour for NO_COLOR, unlike ink's. */
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
/** Ink's sequences: erases a row, after the last such, clears the screen. */
const ERASE = `${ESC}[2K`
const ERASED = `${ESC}[G`
const CLEARED = `${ESC}[2J`
const ERASE_AND_UP = `${ERASE}${ESC}[1A`

/** How long a size must last before ink draws: tmux wraps lines up to 250 ms before it reports one. */
const SETTLE_MS = 300

/** A terminal for ink: when it narrows, lines break into more rows than ink erases, so the wrapper erases the rest. */
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

/** What ink will erase next, from what it wrote and the result before. */
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
