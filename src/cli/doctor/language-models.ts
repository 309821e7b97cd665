import { messageOf } from '../../errors.js'
import { createLocalModel } from '../../server/providers/local/local-model.js'
import { gigabytes, memoryNeed, sizeFor } from '../../server/providers/local/memory-need.js'
import { installedLanguageModels, openModelFile } from '../../server/providers/local/model-file.js'
import { type CheckResult, failed, note, ok } from './check.js'
import { checkModelAnswer, type ModelCheck } from './check-model-answer.js'
import type { Thinking } from './first-sound.js'

/** Tokens per second that a model must write to keep up with speech, which has about three words a second. */
const FAST_ENOUGH = 4

/** Checks the language models in the models folder: the memory they need, and their measured speed on this machine. */
export async function checkLanguageModels(
  directory: string,
): Promise<{ checks: CheckResult[]; thinking: Thinking[] }> {
  const checks: CheckResult[] = []
  const thinking: Thinking[] = []
  // Sequential, so that the measurements do not affect each other.
  for (const name of installedLanguageModels(directory)) {
    const { check, answerMs } = await checkOne(name, directory)
    checks.push(check)
    if (answerMs !== undefined) thinking.push({ name, answerMs })
  }
  return { checks, thinking }
}

async function checkOne(name: string, directory: string): Promise<{ check: CheckResult; answerMs?: number }> {
  try {
    const { file } = openModelFile(name, directory)
    const need = `${gigabytes(memoryNeed(file, sizeFor(file)))} GB of memory`
    const trial = await checkModelAnswer(createLocalModel({ name, directory }))
    const check = verdict(name, { found: `a language model (${file.architecture}, ${need})`, ...trial })
    return { check, answerMs: trial.answerMs }
  } catch (error) {
    return { check: failed(name, messageOf(error), 'docs/local.md says what local models need') }
  }
}

function verdict(
  name: string,
  { found, loadMs, readRate, writeRate, answerMs }: ModelCheck & { found: string },
): CheckResult {
  const [load, answer] = [loadMs, answerMs].map((ms) => (ms / 1000).toFixed(1))
  const message = `${found}; loads in ${load} s, reads ${Math.round(readRate)} and writes ${writeRate.toFixed(1)} tokens a second, answers by a call in ${answer} s`
  return writeRate >= FAST_ENOUGH
    ? ok(name, message)
    : note(name, message, 'this machine is too slow for it to talk fluently; a smaller model may do')
}
