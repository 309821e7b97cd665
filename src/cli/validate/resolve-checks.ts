import { VoiceError } from '../../errors.js'
import type { Variable } from '../../toolkit/model/collection.js'
import { nearest } from '../../toolkit/validate/nearest.js'
import type { Level } from '../../toolkit/validate/rule.js'
import { ruleByCode } from '../../toolkit/validate/rules/table.js'
import type { ValidateFlags } from '../commands/validate.js'
import { DEFAULT_COLLECTION, loadSettings, pairsOf } from '../load.js'
import type { Checks } from './run.js'

const LEVELS: readonly Level[] = ['off', 'info', 'warning', 'error']

/** Brings flags and configuration together. Throws `wrong-usage` for what does not exist. */
export async function resolveChecks(files: string[], flags: ValidateFlags): Promise<Checks> {
  const settings = await loadSettings(flags, { environmentUrl: false })
  const filled = Object.entries({ ...settings.envFile, ...settings.variables })
  const variables: Variable[] = [
    ...filled.map(([key, value]) => ({ key, value })),
    ...settings.environment,
    ...settings.globals,
  ]
  return {
    patterns: files.length > 0 ? files : [flags.collection ?? DEFAULT_COLLECTION],
    options: { profile: flags.profile, severities: severitiesOf(flags.rule ?? []), variables },
    maxWarnings: flags.maxWarnings ?? Number.POSITIVE_INFINITY,
  }
}

function severitiesOf(pairs: string[]): Record<string, Level> {
  const severities = pairsOf('--rule', pairs)
  for (const [code, level] of Object.entries(severities)) checkSeverity(code, level)
  return severities as Record<string, Level>
}

function checkSeverity(code: string, level: string): void {
  if (!ruleByCode.has(code)) {
    const meant = nearest(code, ruleByCode.keys())
    const hint = meant ? `did you mean "${meant}"?` : 'docs/rules.md lists them all.'
    throw new VoiceError('wrong-usage', `No rule is called "${code}"; ${hint}`)
  }
  if (!LEVELS.some((known) => known === level)) {
    throw new VoiceError(
      'wrong-usage',
      `--rule ${code} takes one of ${LEVELS.join(', ')}; "${level}" is none of them.`,
    )
  }
}
