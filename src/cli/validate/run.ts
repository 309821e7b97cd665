import { once } from 'node:events'
import {
  type FileReport,
  fileReport,
  summarize,
  unreadableFile,
  type ValidationReport,
} from '../../toolkit/validate/report.js'
import { type ReportFormat, reporters } from '../../toolkit/validate/reporters/table.js'
import { type ValidateOptions, validateFile } from '../../toolkit/validate/validate.js'
import { FileWatch } from '../file-watch.js'
import { createOutput, type ExitCode, type Output } from '../output.js'
import { expand, type InputFile, readInputs } from '../read.js'
import type { FixedFile } from './fix-file.js'
import type { Checks, ValidateFlags } from './flags.js'
import { resolveChecks } from './resolve-checks.js'

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
    const report = checkOne(fixed, { ...checks.options, inputs: checks.inputsOf(input.path) })
    files.push(keepNew ? keepNew(report) : report)
  }
  const report = summarize(checks.options.profile, files)
  await print(report, { flags, output })
  if (isUnusable) return 2
  return report.summary.errors > 0 || report.summary.warnings > checks.maxWarnings ? 1 : 0
}

/**
 * Returns a function that removes known diagnostics from a report. The known diagnostics are in the baseline, which is
 * the report of an earlier run in the file `path`.
 */
async function newOnly(path: string): Promise<(report: FileReport) => FileReport> {
  const { loadBaseline, withoutKnown } = await import('./baseline.js')
  const baseline = await loadBaseline(path)
  return (report) => withoutKnown(report, baseline)
}

function checkOne(input: InputFile, options: ValidateOptions): FileReport {
  if ('problem' in input) return fileReport(input.path, [unreadableFile(input.problem.message)])
  const { text, diagnostics } = validateFile(input.bytes, options)
  return fileReport(input.path, diagnostics, diagnostics.length > 0 ? text : undefined)
}

const unfixed = (input: InputFile): FixedFile => ({ input, isForeign: false })

async function fix(
  input: InputFile,
  { checks, output }: { checks: Checks; output: Output },
): Promise<FixedFile> {
  const { fixFile } = await import('./fix-file.js')
  return fixFile(input, { options: checks.options, output })
}

async function print(report: ValidationReport, { flags, output }: ValidationRun): Promise<void> {
  const render = await reporters[flags.format as ReportFormat]()
  const text = render(report, { paint: output.paint, quiet: flags.quiet === true })
  if (text !== '') output.print(text)
}

/**
 * Watches files until the signal aborts. Calls `onReady` when the watch has begun, and `onChange` whenever a file
 * changes, appears or disappears. `onChange` never runs twice at the same time.
 */
async function watchFiles(
  patterns: string[],
  { onReady, onChange, signal }: { onReady: () => void; onChange: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const paths = (await Promise.all(patterns.map(expand))).flat().filter((path) => path !== '-')
  const watching = new FileWatch(paths, onChange)
  onReady()
  await once(signal, 'abort')
  watching.close()
}
