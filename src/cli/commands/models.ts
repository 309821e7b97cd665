import { credentialsFromEnv, loadEnv } from '../../environment.js'
import { showControls, singleLine } from '../../printable.js'
import {
  checksumsOf,
  defaultModelsDirectory,
  findModel,
  modelNamed,
  modelPath,
  originOf,
  SPEECH_BUNDLE,
  SPEECH_MODELS,
  type SpeechModel,
} from '../../server/providers/speech/models/catalog.js'
import { installEngine } from '../../server/providers/speech/models/npm-file.js'
import { pullModel } from '../../server/providers/speech/models/pull.js'
import type { Paint } from '../../toolkit/validate/report.js'
import {
  createOutput,
  type ExitCode,
  type OutputOptions,
  screenColumns,
  tableLines,
  wrapped,
} from '../output.js'

interface PullFlags extends OutputOptions {
  trust?: boolean
}

export async function listModels(options: OutputOptions): Promise<ExitCode> {
  const directory = modelsDirectory()
  const models = await Promise.all(
    SPEECH_MODELS.map(async (model) => {
      const { name, use, about, bytes, licence } = model
      const path = (await findModel(name, directory)) ?? null
      return { name, use, about, bytes, licence, sha256: checksumsOf(model), source: originOf(model), path }
    }),
  )
  const out = createOutput(options)
  if (options.format === 'json') {
    out.printJson(models)
    return 0
  }
  const rows = models.map(({ path, sha256, ...model }) => ({ ...model, state: stateOf(path, sha256) }))
  out.print(modelsTable(rows, { paint: out.paint, columns: screenColumns() }))
  return 0
}

function stateOf(path: string | null, checksums: object): ModelRow['state'] {
  if (path !== null) return 'here'
  return Object.keys(checksums).length > 0 ? 'not pulled' : 'not pulled, needs --trust'
}

export async function pullModels(names: string[], options: PullFlags): Promise<ExitCode> {
  const out = createOutput(options)
  const models = modelsFor(names)
  const directory = modelsDirectory()
  const bar = createProgressBar(process.stderr, {
    silent: options.quiet === true || options.format === 'json',
  })
  const pulled: { name: string; path: string; fetched: boolean }[] = []
  const done = (name: string, { path, fetched }: { path: string; fetched: boolean }) => {
    pulled.push({ name, path, fetched })
    if (options.format !== 'json') out.print(`${name} ${fetched ? 'is now' : 'was already'} at ${path}`)
  }
  if (names.includes(SPEECH)) {
    out.notice('Fetching the engine sherpa-onnx-node (32 MB) through npm...')
    done('the engine', await installEngine(directory))
  }
  for (const model of models) {
    out.notice(`Fetching ${model.name} (${megabytes(model.bytes)} MB) from ${originOf(model)}...`)
    const result = await pullModel(model, {
      directory,
      trust: options.trust === true,
      onProgress: ({ file, ...progress }) => bar.show(file, progress),
    }).finally(() => bar.clear())
    done(model.name, result)
  }
  if (names.includes(SPEECH)) out.notice('`voice serve` uses them without a flag.')
  if (options.format === 'json') out.printJson(pulled)
  return 0
}

const SPEECH = 'speech'

function modelsFor(names: string[]): SpeechModel[] {
  if (names.length === 0) return SPEECH_MODELS.filter(({ use }) => use === 'vad')
  const all = names.flatMap((name) => (name === SPEECH ? Object.values(SPEECH_BUNDLE) : [name]))
  return [...new Set(all)].map(modelNamed)
}

export async function printPath(name: string | undefined, options: OutputOptions): Promise<ExitCode> {
  const directory = modelsDirectory()
  const path = name === undefined ? directory : modelPath(modelNamed(name), directory)
  const out = createOutput(options)
  if (options.format === 'json') out.printJson({ path })
  else out.print(path)
  return 0
}

function modelsDirectory(): string {
  loadEnv()
  return credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()
}

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

function createProgressBar(
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

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
