import type { Paint } from '../../toolkit/validate/report.js'
import { tableLines, wrapped } from '../terminal.js'

export interface ModelRow {
  name: string
  about: string
  bytes: number
  licence: string
  source: string
  state: 'here' | 'not pulled' | 'not pulled, needs --trust'
}

const NAMES = ['MODEL', 'SIZE', 'STATE']
const MORE = ['GOOD FOR', 'LICENCE', 'FROM']

/** The models as text. On a wide screen, each model is one row. Else its description is below its name. */
export function modelsTable(
  models: ModelRow[],
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const names = models.map(({ name, bytes, state }) => [name, `${Math.round(bytes / 1e6)} MB`, state])
  const whole = models.map(({ about, licence, source }, index) => [...names[index]!, about, licence, source])
  const wide = tableLines([[...NAMES, ...MORE], ...whole])
  const isWide = wide.every((line) => line.length <= columns)
  const [head = '', ...rows] = isWide ? wide : tableLines([NAMES, ...names])
  const lines = models.flatMap(({ about, licence, source }, index) => [
    rows[index]!.replace(/ here(?= |$)/, ` ${paint.green('here')}`),
    ...(isWide ? [] : wrapped(`  ${about}; ${licence}, ${source}`, columns).map(paint.dim)),
  ])
  return [paint.bold(head), ...lines].join('\n')
}
