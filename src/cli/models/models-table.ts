import { showControls, singleLine } from '../../printable.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { tableLines, wrapped } from '../output.js'

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

interface ProgressBar {
  show(label: string, progress: { bytes: number; total?: number }): void
  clear(): void
}

const WIDTH = 24
const EVERY_MS = 100

/** Creates a progress bar. If `silent` is true, as with `--quiet` and for JSON, it prints nothing. */
export function createProgressBar(
  stream: NodeJS.WriteStream,
  { silent, now = Date.now }: { silent: boolean; now?: () => number },
): ProgressBar {
  if (silent || !stream.isTTY) return { show() {}, clear() {} }
  let last = 0
  return {
    show(label, progress) {
      const isWhole = progress.bytes === progress.total
      if (now() - last < EVERY_MS && !isWhole) return
      last = now()
      stream.write(`\r\x1b[K${progressLine(label, progress).slice(0, (stream.columns || 80) - 1)}`)
    },
    clear: () => void stream.write('\r\x1b[K'),
  }
}

/** The text of a progress bar: `model.onnx  ███░░░░░  33 %  24.1 of 73.0 MB`. Without a total, only the received MB. */
function progressLine(label: string, { bytes, total }: { bytes: number; total?: number }): string {
  const name = showControls(singleLine(label))
  if (!total) return `${name}  ${megabytes(bytes)} MB`
  const share = Math.min(1, bytes / total)
  const full = Math.floor(share * WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `${name}  ${bar} ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB`
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
