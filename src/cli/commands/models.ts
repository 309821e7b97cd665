import type { SpeechModel } from '../../server/providers/speech/models/catalog.js'
import type { VoiceCommand } from '../command.js'
import type { ModelRow } from '../models/models-table.js'
import { createOutput, type ExitCode, type OutputOptions, screenColumns } from '../output.js'

interface PullFlags extends OutputOptions {
  trust?: boolean
}

export function addModelsCommand(program: VoiceCommand): void {
  const models = program
    .command('models')
    .description('list and download models that run on this machine, and print their paths')
    .examples(
      'voice models list',
      'voice models pull speech',
      'voice models pull --trust sherpa/whisper-tiny.en',
    )
  models
    .command('list')
    .description('list the models, and whether they are on this machine')
    .outputOptions(['table', 'json'])
    .examples('voice models list --format json')
    .runs(listModels)
  models
    .command('pull')
    .description('download models; without a name, those that detect voice activity')
    .argument(
      '[names...]',
      'such as silero/v5; speech means a recognizer, a voice and voice activity detection, in English',
    )
    .option(
      '--trust',
      'also download files without a published checksum, and store the checksum of the download',
    )
    .outputOptions(['text', 'json'])
    .examples('voice models pull speech', 'voice models pull --trust sherpa/whisper-tiny.en')
    .runs(pullModels)
  models
    .command('path')
    .description('print the folder of the models, or the path of one model')
    .argument('[name]', 'such as silero/v5')
    .outputOptions(['text', 'json'])
    .examples('voice models path silero/v5')
    .runs(printPath)
}

async function listModels(options: OutputOptions): Promise<ExitCode> {
  const { SPEECH_MODELS, checksumsOf, findModel, originOf } = await import(
    '../../server/providers/speech/models/catalog.js'
  )
  const directory = await modelsDirectory()
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
  const { modelsTable } = await import('../models/models-table.js')
  const rows = models.map(({ path, sha256, ...model }) => ({ ...model, state: stateOf(path, sha256) }))
  out.print(modelsTable(rows, { paint: out.paint, columns: screenColumns() }))
  return 0
}

function stateOf(path: string | null, checksums: object): ModelRow['state'] {
  if (path !== null) return 'here'
  return Object.keys(checksums).length > 0 ? 'not pulled' : 'not pulled, needs --trust'
}

async function pullModels(names: string[], options: PullFlags): Promise<ExitCode> {
  const { originOf } = await import('../../server/providers/speech/models/catalog.js')
  const { pullModel } = await import('../../server/providers/speech/models/pull.js')
  const { createProgressBar, megabytes } = await import('../models/models-table.js')
  const out = createOutput(options)
  const models = await modelsFor(names)
  const directory = await modelsDirectory()
  const bar = createProgressBar(process.stderr, {
    silent: options.quiet === true || options.format === 'json',
  })
  const pulled: { name: string; path: string; fetched: boolean }[] = []
  const done = (name: string, { path, fetched }: { path: string; fetched: boolean }) => {
    pulled.push({ name, path, fetched })
    if (options.format !== 'json') out.print(`${name} ${fetched ? 'is now' : 'was already'} at ${path}`)
  }
  if (names.includes(SPEECH)) {
    const { installEngine } = await import('../../server/providers/speech/models/npm-file.js')
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

/** The name with which `voice models pull` downloads all models that local speech needs. */
const SPEECH = 'speech'

async function modelsFor(names: string[]): Promise<SpeechModel[]> {
  const { SPEECH_BUNDLE, SPEECH_MODELS, modelNamed } = await import(
    '../../server/providers/speech/models/catalog.js'
  )
  if (names.length === 0) return SPEECH_MODELS.filter(({ use }) => use === 'vad')
  const all = names.flatMap((name) => (name === SPEECH ? Object.values(SPEECH_BUNDLE) : [name]))
  return [...new Set(all)].map(modelNamed)
}

async function printPath(name: string | undefined, options: OutputOptions): Promise<ExitCode> {
  const { modelNamed, modelPath } = await import('../../server/providers/speech/models/catalog.js')
  const directory = await modelsDirectory()
  const path = name === undefined ? directory : modelPath(modelNamed(name), directory)
  const out = createOutput(options)
  if (options.format === 'json') out.printJson({ path })
  else out.print(path)
  return 0
}

async function modelsDirectory(): Promise<string> {
  const { credentialsFromEnv, loadEnv } = await import('../../environment.js')
  const { defaultModelsDirectory } = await import('../../server/providers/speech/models/catalog.js')
  loadEnv()
  return credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()
}
