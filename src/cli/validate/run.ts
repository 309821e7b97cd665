import { writeFile } from 'node:fs/promises'
import { messageOf } from '../../errors.js'
import { decodeDocument, encodeDocument, encodingOf } from '../../toolkit/collection/read-document.js'
import {
  type FileReport,
  fileReport,
  summarize,
  unreadableFile,
  type ValidationReport,
} from '../../toolkit/validate/report.js'
import { type ReportFormat, reporters } from '../../toolkit/validate/reporters/table.js'
import { type ValidateOptions, validateBytes } from '../../toolkit/validate/validate.js'
import { createOutput, type ExitCode, type Output } from '../output.js'
import { type InputFile, readInputs } from '../read.js'
import type { Checks, ValidateFlags } from './flags.js'
import { resolveChecks } from './resolve-checks.js'

/** Carries out `voice validate`. */
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
  const { watchFiles } = await import('./watch.js')
  const onReady = () => output.notice('Watching for changes; press Ctrl+C to end.')
  await watchFiles(checks.patterns, { onReady, onChange, signal: ended.signal })
  return code
}

interface Run {
  flags: ValidateFlags
  output: Output
}

async function validateOnce(checks: Checks, { flags, output }: Run): Promise<ExitCode> {
  const keepNew = flags.baseline === undefined ? undefined : await newOnly(flags.baseline)
  const files: FileReport[] = []
  let unreadable = false
  for await (const input of readInputs(checks.patterns)) {
    unreadable ||= 'problem' in input
    const mended = flags.fix ? await fixInput(input, { options: checks.options, output }) : input
    const report = checkOne(mended, checks.options)
    files.push(keepNew ? keepNew(report) : report)
  }
  const report = summarize(checks.options.profile, files)
  await print(report, { flags, output })
  if (unreadable) return 2
  return report.summary.errors > 0 || report.summary.warnings > checks.maxWarnings ? 1 : 0
}

/** What takes the findings of a baseline out of a report. */
async function newOnly(path: string): Promise<(report: FileReport) => FileReport> {
  const { loadBaseline, withoutKnown } = await import('./baseline.js')
  const baseline = await loadBaseline(path)
  return (report) => withoutKnown(report, baseline)
}

function checkOne(input: InputFile, options: ValidateOptions): FileReport {
  if ('problem' in input) return fileReport(input.path, [unreadableFile(input.problem.message)])
  const diagnostics = validateBytes(input.bytes, options)
  return fileReport(input.path, diagnostics, diagnostics.length > 0 ? decodeDocument(input.bytes) : undefined)
}

/** Repairs a file in place, in its own encoding; what cannot be written stays as it is and is said. */
async function fixInput(
  input: InputFile,
  { options, output }: { options: ValidateOptions; output: Output },
): Promise<InputFile> {
  if ('problem' in input) return input
  const { fixText } = await import('../../toolkit/validate/fix.js')
  const { text, count } = fixText(decodeDocument(input.bytes), options)
  if (count === 0) return input
  if (input.path === '-') {
    output.warn(`Standard input cannot be repaired in place; ${count} findings could be in a file.`)
    return input
  }
  const bytes = encodeDocument(text, encodingOf(input.bytes))
  try {
    await writeFile(input.path, bytes)
  } catch (error) {
    output.warn(`${input.path} cannot be written, so nothing was repaired: ${messageOf(error)}`)
    return input
  }
  output.notice(`${input.path}: repaired ${count} finding${count === 1 ? '' : 's'}.`)
  return { path: input.path, bytes }
}

async function print(report: ValidationReport, { flags, output }: Run): Promise<void> {
  const render = await reporters[flags.format as ReportFormat]()
  const text = render(report, { paint: output.paint, quiet: flags.quiet === true })
  if (text !== '') output.print(text)
}
