import type { TerminalPaint } from '../colour.js'
import { wrapped } from '../wrap.js'

/** A model to show. */
export interface ModelRow {
  name: string
  about: string
  bytes: number
  licence: string
  /** The source of its download. */
  source: string
  state: 'here' | 'not pulled' | 'not pulled, needs --trust'
}

/** The models as text: one row each on a wide screen, else the description below the name. */
export function modelsTable(
  models: ModelRow[],
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: TerminalPaint; columns?: number },
): string {
  const names = table(
    ['MODEL', 'SIZE', 'STATE'],
    models.map(({ name, bytes, state }) => [name, `${Math.round(bytes / 1e6)} MB`, state]),
  )
  const more = table(
    ['GOOD FOR', 'LICENCE', 'FROM'],
    models.map(({ about, licence, source }) => [about, licence, source]),
  )
  const whole = names.map((line, index) => `${line}  ${more[index]}`.trimEnd())
  const isWide = whole.every((line) => line.length <= columns)
  const [head = '', ...rows] = isWide ? whole : names
  const shown = rows.map((row) => row.replace(/ here(?= |$)/, ` ${paint.green('here')}`))
  if (isWide) return [paint.bold(head), ...shown].join('\n')
  const below = models.map(({ about, licence, source }) =>
    wrapped(`  ${about}; ${licence}, ${source}`, columns).map((line) => paint.dim(line)),
  )
  return [
    paint.bold(head.trimEnd()),
    ...shown.flatMap((row, index) => [row.trimEnd(), ...below[index]!]),
  ].join('\n')
}

/** Lines of cells under their titles, all as wide as the widest. */
function table(head: string[], rows: string[][]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
}
