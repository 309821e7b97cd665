import { credentialsFromEnv, settingsEnv } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { offeredTokens } from '../../server/agent/offered-tools.js'
import { contextProblem } from '../../server/providers/context-window.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { checkBytes } from '../../toolkit/validate/validate.js'
import { type ChosenCollection, chooseCollections } from '../choose-collections.js'
import { DEFAULT_CONFIG, type LoadedConfig } from '../config.js'
import { createToolkit } from '../create-toolkit.js'
import { DEFAULT_COLLECTION } from '../load.js'
import { loadConfig } from '../load-config.js'
import { loadChoice } from '../load-toolkit.js'
import { readInput } from '../read.js'
import { defaultModel } from '../serve/choose-model.js'
import { AGENT_SETTINGS } from '../settings/agent-settings.js'
import { shellWord } from '../shell-word.js'
import { missingValueWarnings } from '../tool-notices.js'
import { type CheckResult, failed, note, ok } from './check.js'

/** Checks the collections that `serve` would use in this folder, and the settings that their requests need. */
export async function checkCollections(): Promise<CheckResult[]> {
  try {
    const config = await loadConfig(undefined, () => {})
    const choices = await choicesOf(config)
    if (choices.length === 0 && config.values.collections === undefined)
      return [note(DEFAULT_COLLECTION, 'there is none in this folder', '`voice prompt` helps to write one')]
    return (await Promise.all(choices.map((choice) => checkOne(choice, config)))).flat()
  } catch (error) {
    return [failed(DEFAULT_CONFIG, firstLine(error), 'docs/config.md lists the settings')]
  }
}

/** The collections of the default agent and of all apps, each file once. */
async function choicesOf(config: LoadedConfig): Promise<ChosenCollection[]> {
  const flags = { format: 'text', quiet: true, color: false }
  const appIds = [undefined, ...Object.keys(config.values.apps ?? {})]
  const all = await Promise.all(appIds.map((appId) => chooseCollections([], { flags, config, appId })))
  return [...new Map(all.flat().map((choice) => [choice.path, choice])).values()]
}

async function checkOne(choice: ChosenCollection, config: LoadedConfig): Promise<CheckResult[]> {
  const name = choice.path
  const command = `\`voice validate ${shellWord(name)}\``
  try {
    const { errors } = checkBytes(await readInput(name))
    const count = `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`
    if (errors.length > 0) return [failed(name, count, `${command} shows them`)]
    const { collection, settings, lock } = await loadChoice(choice, { config })
    const toolkit = await createToolkit(collection, settings, { lock })
    const checks = [
      ok(name, `valid, ${toolkit.definitions.length} tools`),
      ...(await checkContext(config, toolkit.definitions)),
    ]
    const missing = toolkit.missingSettings.join(', ')
    if (missing === '') return checks
    const advice = missingValueWarnings(toolkit.missingSettings).join(' ')
    return [...checks, failed('settings', `no value for ${missing}`, advice)]
  } catch (error) {
    return [failed(name, firstLine(error), `${command} says more`)]
  }
}

/** Whether the local servers of the language models take requests with these tools. */
async function checkContext(
  { values }: LoadedConfig,
  tools: readonly ToolDefinition[],
): Promise<CheckResult[]> {
  const names = [values.llm ?? defaultModel(settingsEnv())].flat()
  const all = tools.reduce((sum, { tokens }) => sum + tokens, 0)
  const toolTokens = offeredTokens(all, values.tools ?? AGENT_SETTINGS.tools.default)
  const credentials = credentialsFromEnv()
  const found = await Promise.all(names.map((one) => contextProblem(one, { toolTokens, credentials })))
  return found.flatMap((one) => (one ? [failed('context', one.problem, one.advice)] : []))
}

const firstLine = (error: unknown) => messageOf(error).split('\n')[0] ?? ''
