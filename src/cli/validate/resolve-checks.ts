import { resolve } from 'node:path'
import { VoiceError } from '../../errors.js'
import type { Variable } from '../../toolkit/model/collection.js'
import { pointerOf } from '../../toolkit/model/json-pointer.js'
import { nearest } from '../../toolkit/validate/nearest.js'
import type { Level } from '../../toolkit/validate/rule.js'
import { ruleByCode } from '../../toolkit/validate/rules/table.js'
import { layersAbove } from '../../toolkit/variable-layers.js'
import type { LoadedConfig } from '../config.js'
import { DEFAULT_COLLECTION, loadSettings, pairsOf } from '../load.js'
import { loadConfig } from '../load-config.js'
import { expand } from '../read.js'
import type { CollectionConfig } from '../settings/agent-settings.js'
import type { ConfigFile } from '../settings/config-schema.js'
import type { Checks, ValidateFlags } from './flags.js'

const LEVELS: readonly Level[] = ['off', 'info', 'warning', 'error']

/** Combines flags and configuration; flags take precedence. Throws `wrong-usage` for an unknown rule or severity. */
export async function resolveChecks(
  files: string[],
  flags: ValidateFlags,
  remark: (text: string) => void,
): Promise<Checks> {
  const loaded = await loadConfig(flags.config, remark)
  const config = loaded.values
  return {
    patterns: patternsOf(files, { flags, config }),
    options: {
      profile: flags.profile ?? config.profile ?? 'agent',
      severities: severitiesOf(loaded, flags.rule ?? []),
      variables: await variablesOf(flags, config),
    },
    inputsOf: await inputsByFile(config),
    maxWarnings: flags.maxWarnings ?? config.maxWarnings ?? Number.POSITIVE_INFINITY,
  }
}

function patternsOf(
  files: string[],
  { flags, config }: { flags: ValidateFlags; config: ConfigFile },
): string[] {
  const named = flags.collection === undefined ? files : [flags.collection, ...files]
  if (named.length > 0) return named
  const configured = collectionsOf(config).map((collection) => collection.file)
  return configured.length > 0 ? configured : [DEFAULT_COLLECTION]
}

/** All collections of the configuration, including those of apps. */
function collectionsOf({ collections = [], apps = {} }: ConfigFile): CollectionConfig[] {
  return [...collections, ...Object.values(apps).flatMap((app) => app.collections ?? [])]
}

/**
 * Creates a function that returns the `inputs` that the configuration has for a collection file. The function returns
 * `{}` if the configuration has none for this file.
 */
async function inputsByFile(config: ConfigFile): Promise<Checks['inputsOf']> {
  const byFile = new Map<string, CollectionConfig['inputs']>()
  for (const { file, inputs } of collectionsOf(config))
    for (const path of inputs ? await expand(file) : [])
      byFile.set(resolve(path), { ...byFile.get(resolve(path)), ...inputs })
  return (path) => byFile.get(resolve(path)) ?? {}
}

/** The variables of `--env-var`, `.env`, and the environments and globals of the flags or the configuration. */
async function variablesOf(flags: ValidateFlags, config: ConfigFile): Promise<Variable[]> {
  const configured = collectionsOf(config)
  const sources = [
    flags,
    ...configured.map(({ env, globals }) => ({
      ...flags,
      ...(env === undefined ? {} : { env }),
      ...(globals === undefined ? {} : { globals }),
    })),
  ]
  const loaded = await Promise.all(sources.map((source) => loadSettings(source, { environmentUrl: false })))
  return loaded.flatMap((settings) => [...layersAbove(settings).flat(), ...settings.globals])
}

function severitiesOf({ values, at }: LoadedConfig, pairs: string[]): Record<string, Level> {
  const configured = values.rules ?? {}
  for (const code of Object.keys(configured))
    checkRule(code, () => `${at(pointerOf(['rules', code]))}: rules: `)
  const flagged = pairsOf('--rule', pairs)
  for (const [code, level] of Object.entries(flagged)) {
    checkRule(code, () => '')
    checkLevel(code, level)
  }
  return { ...configured, ...flagged } as Record<string, Level>
}

function checkRule(code: string, place: () => string): void {
  const rule = ruleByCode.get(code)
  if (!rule) {
    const meant = nearest(code, ruleByCode.keys())
    const hint = meant ? `did you mean "${meant}"?` : 'docs/rules.md lists them all.'
    throw new VoiceError('wrong-usage', `${place()}No rule is called "${code}"; ${hint}`)
  }
  if (rule.final) {
    throw new VoiceError(
      'wrong-usage',
      `${place()}The rule ${code} cannot be changed: a file that breaks it cannot be used at all.`,
    )
  }
}

function checkLevel(code: string, level: string): void {
  if (LEVELS.some((known) => known === level)) return
  throw new VoiceError(
    'wrong-usage',
    `--rule ${code} takes one of ${LEVELS.join(', ')}; "${level}" is none of them.`,
  )
}
