import { version } from '../../../package.json'
import { credentialsFromEnv, loadEnv, settingsEnv } from '../../environment.js'
import { singleLine } from '../../printable.js'
import { ROUTER } from '../../server/model/language-model.js'
import { serviceCredentials } from '../../server/providers/services.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { loadConfig } from '../load-config.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'
import { chooseEngines } from '../serve/choose-engines.js'
import { defaultModel } from '../serve/choose-model.js'
import { defaultRecognizer, defaultVoice } from '../serve/choose-speech.js'
import type { ConfigFile } from '../settings/config-schema.js'
import { screenColumns, wrapped } from '../terminal.js'
import type { CheckResult } from './check.js'
import { checkCollections } from './collection.js'
import { checkFirstSound } from './first-sound.js'
import { checkFullTurn } from './full-turn.js'
import { checkLocalModels } from './local-models.js'
import { checkNode, checkPorts, microphoneHint } from './machine.js'
import { checkAnswer, checkKeys, checkModel } from './providers.js'
import { checkSpeech, type SpeechSettings } from './speech.js'

export interface DoctorFlags extends OutputOptions {
  stt?: string | string[]
  tts?: string | string[]
}

/** Runs all checks and prints a line for each. Returns exit code 1 if a check failed. */
export async function runDoctor(options: DoctorFlags): Promise<ExitCode> {
  const out = createOutput(options)
  loadEnv()
  const modelsDirectory = credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()
  const speech = await checkSpeech(await speechSettings(options))
  const localModels = await checkLocalModels(modelsDirectory)
  const answers = await checkAnswers()
  const checks = [
    checkNode(),
    ...(await checkPorts()),
    ...checkKeys(settingsEnv()),
    await checkModel(settingsEnv(), credentialsFromEnv()),
    ...answers.map(({ check }) => check),
    ...(await checkCollections()),
    microphoneHint(),
    ...speech.checks,
    ...localModels,
    ...(speech.times
      ? checkFirstSound(
          speech.times,
          answers.flatMap(({ thinking }) => thinking ?? []),
        )
      : []),
    await checkFullTurn(),
  ]
  const failures = checks.filter(({ status }) => status === 'failed').length
  if (options.format === 'json') out.printJson({ version, checks })
  else {
    out.print(out.paint.bold(`voice ${version}`))
    for (const check of checks) out.print(line(check, { paint: out.paint, columns: screenColumns() }))
    out.print(
      failures === 0
        ? '\nEverything that is needed works.'
        : `\n${failures} of ${checks.length} checks failed.`,
    )
  }
  return failures === 0 ? 0 : 1
}

/** Asks each language model that `serve` would use: those of the configuration, else the default. */
async function checkAnswers(): Promise<Awaited<ReturnType<typeof checkAnswer>>[]> {
  const { values } = await loadConfig(undefined, () => {}).catch(() => ({ values: {} as ConfigFile }))
  const names = [values.llm ?? defaultModel(settingsEnv())].flat().filter((name) => name !== ROUTER)
  const answers: Awaited<ReturnType<typeof checkAnswer>>[] = []
  // One after the other, so that the measurements do not affect each other.
  for (const name of names) answers.push(await checkAnswer(name, credentialsFromEnv()))
  return answers
}

/** The speech settings that `serve` would use: from the flags, else the configuration, else the environment. */
async function speechSettings({ stt, tts }: DoctorFlags): Promise<SpeechSettings> {
  const { values } = await loadConfig(undefined, () => {}).catch(() => ({ values: {} as ConfigFile }))
  const chosen = chooseEngines({ stt, tts }, values)
  return {
    stt: chosen.stt?.join() ?? defaultRecognizer(settingsEnv()),
    tts: chosen.tts?.join() ?? defaultVoice(settingsEnv()),
    credentials: chosen.service ? serviceCredentials(chosen.service) : credentialsFromEnv(),
  }
}

const MESSAGE_AT = 20

function line(
  { name, status, message, advice }: CheckResult,
  { paint, columns = Number.POSITIVE_INFINITY }: { paint: Paint; columns?: number },
): string {
  const indented = (text: string) => wrapped(singleLine(text), columns - MESSAGE_AT)
  const mark = { ok: paint.green('✔'), note: paint.yellow('–'), failed: paint.red('✖') }[status]
  const found = `${mark} ${name.padEnd(MESSAGE_AT - 3)} `
  const rest = advice === undefined ? [] : indented(advice).map((row) => paint.dim(row))
  return found + [...indented(message), ...rest].join(`\n${' '.repeat(MESSAGE_AT)}`)
}
