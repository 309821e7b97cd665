import { once } from 'node:events'
import { resolve } from 'node:path'
import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { folderOfFile } from '../../toolkit/collection/formats/recognize.js'
import type { InputMode } from '../../toolkit/compile/input-modes.js'
import type { Variable } from '../../toolkit/model/collection.js'
import { pointerOf } from '../../toolkit/model/json-pointer.js'
import { nearest } from '../../toolkit/validate/nearest.js'
import {
  type FileReport,
  fileReport,
  summarize,
  unreadableFile,
  type ValidationReport,
} from '../../toolkit/validate/report.js'
import { type ReportFormat, reporters } from '../../toolkit/validate/reporters/table.js'
import type { Level, Profile } from '../../toolkit/validate/rule.js'
import { ruleByCode } from '../../toolkit/validate/rules/table.js'
import { type ValidateOptions, validateConverted, validateFile } from '../../toolkit/validate/validate.js'
import { layersAbove } from '../../toolkit/variable-layers.js'
import { type InputFile, readInputs } from '../collection-input.js'
import { loadConfig } from '../config.js'
import { FileWatch } from '../file-watch.js'
import { expand } from '../files.js'
import { type CollectionFlags, DEFAULT_COLLECTION, loadSettings, pairsOf } from '../load.js'
import { createOutput, type ExitCode, type Output } from '../output.js'
import type { CollectionConfig, ConfigFile, LoadedConfig } from '../settings/settings.js'
import type { FixedFile } from './baseline.js'

export async function runValidate(files: string[], flags: ValidateFlags): Promise<ExitCode> {
  const output = createOutput(flags)
  const checks = await resolveChecks(files, flags, output.warn)
  let code = await validateOnce(checks, { flags, output })
  if (!flags.watch) return code
  const ended = new AbortController()
  process.once('SIGINT', () => ended.abort())
  process.once('SIGTERM', () => ended.abort())
  const onChange = async () => {
    code = await validateOnce(checks, { flags, output })
  }
  const onReady = () => output.notice('Watching for changes; press Ctrl+C to end.')
  await watchFiles(checks.patterns, { onReady, onChange, signal: ended.signal })
  return code
}

interface ValidationRun {
  flags: ValidateFlags
  output: Output
}

async function validateOnce(checks: Checks, { flags, output }: ValidationRun): Promise<ExitCode> {
  const keepNew = flags.baseline === undefined ? undefined : await newOnly(flags.baseline)
  const files: FileReport[] = []
  let isUnusable = false
  for await (const input of readInputs(checks.patterns)) {
    const { input: fixed, isForeign } = flags.fix ? await fix(input, { checks, output }) : unfixed(input)
    isUnusable ||= isForeign || 'problem' in input
    if ('converted' in fixed) for (const remark of fixed.converted.remarks) output.notice(singleLine(remark))
    for (const report of reportsOf(fixed, { ...checks.options, inputs: checks.inputsOf(input.path) }))
      files.push(keepNew ? keepNew(report) : report)
  }
  const report = summarize(checks.options.profile, files)
  await print(report, { flags, output })
  if (isUnusable) return 2
  return report.summary.errors > 0 || report.summary.warnings > checks.maxWarnings ? 1 : 0
}

/** Removes the diagnostics of an earlier report in `path`. */
async function newOnly(path: string): Promise<(report: FileReport) => FileReport> {
  const { loadBaseline, withoutKnown } = await import('./baseline.js')
  const baseline = await loadBaseline(path)
  return (report) => withoutKnown(report, baseline)
}

/** The report of a file; of a collection of several files, that of each file with diagnostics. */
function reportsOf(input: InputFile, options: ValidateOptions): FileReport[] {
  if ('problem' in input) return [fileReport(input.path, [unreadableFile(input.problem.message)])]
  if ('converted' in input) {
    const found = validateConverted(input.converted, options)
    if (found.length === 0) return [fileReport(input.path, [])]
    return found.map(({ path, diagnostics, text }) => fileReport(path, diagnostics, text))
  }
  const { text, diagnostics } = validateFile(input.bytes, options)
  return [fileReport(input.path, diagnostics, diagnostics.length > 0 ? text : undefined)]
}

const unfixed = (input: InputFile): FixedFile => ({ input, isForeign: false })

async function fix(
  input: InputFile,
  { checks, output }: { checks: Checks; output: Output },
): Promise<FixedFile> {
  const { fixFile } = await import('./baseline.js')
  return fixFile(input, { options: checks.options, output })
}

async function print(report: ValidationReport, { flags, output }: ValidationRun): Promise<void> {
  const render = await reporters[flags.format as ReportFormat]()
  const text = render(report, { paint: output.paint, quiet: flags.quiet === true })
  if (text !== '') output.print(text)
}

/** Watches files until aborted. `onChange` never runs twice at the same time. */
async function watchFiles(
  patterns: string[],
  { onReady, onChange, signal }: { onReady: () => void; onChange: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const named = (await Promise.all(patterns.map(expand))).flat().filter((path) => path !== '-')
  const paths = named.map((path) => folderOfFile(path) ?? path)
  const watching = new FileWatch(paths, onChange)
  onReady()
  await once(signal, 'abort')
  watching.close()
}

export interface ValidateFlags extends CollectionFlags {
  profile?: Profile
  rule?: string[]
  maxWarnings?: number
  baseline?: string
  fix?: boolean
  watch?: boolean
}

interface Checks {
  patterns: string[]
  options: ValidateOptions & { profile: Profile; severities: Record<string, Level> }
  maxWarnings: number
  inputsOf(path: string): Readonly<Record<string, InputMode>>
}

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

function collectionsOf({ collections = [], apps = {} }: ConfigFile): CollectionConfig[] {
  return [...collections, ...Object.values(apps).flatMap((app) => app.collections ?? [])]
}

async function inputsByFile(config: ConfigFile): Promise<Checks['inputsOf']> {
  const byFile = new Map<string, CollectionConfig['inputs']>()
  for (const { file, inputs } of collectionsOf(config))
    for (const path of inputs ? await expand(file) : [])
      byFile.set(resolve(path), { ...byFile.get(resolve(path)), ...inputs })
  return (path) => byFile.get(resolve(path)) ?? {}
}

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
