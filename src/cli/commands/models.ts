import type { Command } from 'commander'
import type { SpeechModel } from '../../server/providers/speech/models/catalog.js'
import type { ModelRow } from '../models/models-table.js'
import {
  addExamples,
  addOutputOptions,
  createOutput,
  type ExitCode,
  type OutputOptions,
  runs,
} from '../output.js'

interface PullFlags extends OutputOptions {
  trust?: boolean
}

/** `voice models`: the models that run on this machine. */
export function addModelsCommand(program: Command): void {
  const models = program.command('models').description('models that run on this machine: list, pull, path')
  const list = models.command('list').description('the models, and which of them are here')
  addOutputOptions(list, ['table', 'json']).action(runs(listModels))
  const pull = models
    .command('pull')
    .description('fetch models; without a name those that tell voices from noise')
    .argument('[names...]', 'such as silero/v5')
    .option('--trust', 'take files whose makers publish no checksum, and keep the checksum of what came')
  addOutputOptions(pull, ['text', 'json']).action(runs(pullModels))
  const path = models
    .command('path')
    .description('print where the models are, or one of them')
    .argument('[name]', 'such as silero/v5')
  addOutputOptions(path, ['text', 'json']).action(runs(printPath))
  addExamples(list, 'voice models list --format json')
  addExamples(pull, 'voice models pull', 'voice models pull --trust sherpa/whisper-tiny.en')
  addExamples(path, 'voice models path silero/v5')
  addExamples(
    models,
    'voice models list',
    'voice models pull silero/v5',
    'voice models pull --trust sherpa/whisper-tiny.en',
  )
}

async function listModels(options: OutputOptions): Promise<ExitCode> {
  const { SPEECH_MODELS, checksumsOf, originOf } = await import(
    '../../server/providers/speech/models/catalog.js'
  )
  const { findModel } = await import('../../server/providers/speech/models/store.js')
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
  out.print(modelsTable(rows, { paint: out.paint, columns: process.stdout.columns }))
  return 0
}

function stateOf(path: string | null, checksums: object): ModelRow['state'] {
  if (path !== null) return 'here'
  return Object.keys(checksums).length > 0 ? 'not pulled' : 'not pulled, needs --trust'
}

async function pullModels(names: string[], options: PullFlags): Promise<ExitCode> {
  const { SPEECH_MODELS, originOf } = await import('../../server/providers/speech/models/catalog.js')
  const { modelNamed } = await import('../../server/providers/speech/models/store.js')
  const { pullModel } = await import('../../server/providers/speech/models/pull.js')
  const { createProgressBar, megabytes } = await import('../models/progress-bar.js')
  const out = createOutput(options)
  const models: readonly SpeechModel[] =
    names.length > 0 ? names.map(modelNamed) : SPEECH_MODELS.filter(({ use }) => use === 'vad')
  const directory = await modelsDirectory()
  const bar = createProgressBar(process.stderr, {
    silent: options.quiet === true || options.format === 'json',
  })
  const pulled: { name: string; path: string; fetched: boolean }[] = []
  for (const model of models) {
    out.notice(`Fetching ${model.name} (${megabytes(model.bytes)} MB) from ${originOf(model)}...`)
    const { path, fetched } = await pullModel(model, {
      directory,
      trust: options.trust === true,
      onProgress: ({ file, ...progress }) => bar.show(file, progress),
    }).finally(() => bar.clear())
    pulled.push({ name: model.name, path, fetched })
    if (options.format !== 'json') out.print(`${model.name} ${fetched ? 'is now' : 'was already'} at ${path}`)
  }
  if (options.format === 'json') out.printJson(pulled)
  return 0
}

async function printPath(name: string | undefined, options: OutputOptions): Promise<ExitCode> {
  const { modelNamed, modelPath } = await import('../../server/providers/speech/models/store.js')
  const directory = await modelsDirectory()
  const path = name === undefined ? directory : modelPath(modelNamed(name), directory)
  const out = createOutput(options)
  if (options.format === 'json') out.printJson({ path })
  else out.print(path)
  return 0
}

async function modelsDirectory(): Promise<string> {
  const { credentialsFromEnv, loadEnv } = await import('../../environment.js')
  const { defaultModelsDirectory } = await import('../../server/providers/speech/models/store.js')
  loadEnv()
  return credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()
}
