import type { VoiceError } from '../../errors.js'
import { decodeDocument } from '../../toolkit/collection/read-document.js'
import {
  type FileReport,
  fileReport,
  summarize,
  type ValidationReport,
} from '../../toolkit/validate/report.js'
import { reporters } from '../../toolkit/validate/reporters/table.js'
import { unreadableFile } from '../../toolkit/validate/unreadable.js'
import { type ValidateOptions, validateBytes } from '../../toolkit/validate/validate.js'
import type { ValidateFlags } from '../commands/validate.js'
import { createOutput, type ExitCode } from '../output.js'
import { type InputFile, readInputs } from '../read.js'
import { resolveChecks } from './resolve-checks.js'

/** What is checked, and how: flags and configuration brought together. */
export interface Checks {
  patterns: string[]
  options: ValidateOptions & { profile: NonNullable<ValidateOptions['profile']> }
  maxWarnings: number
}

/** Carries out `voice validate`. */
export async function runValidate(files: string[], flags: ValidateFlags): Promise<ExitCode> {
  const checks = await resolveChecks(files, flags)
  const { report, unreadable } = await checkAll(checks)
  print(report, flags)
  return exitCodeOf(report, { unreadable, maxWarnings: checks.maxWarnings })
}

async function checkAll({
  patterns,
  options,
}: Checks): Promise<{ report: ValidationReport; unreadable: boolean }> {
  const files: FileReport[] = []
  let unreadable = false
  for await (const input of readInputs(patterns)) {
    unreadable ||= 'problem' in input
    files.push(checkOne(input, options))
  }
  return { report: summarize(options.profile, files), unreadable }
}

function checkOne(input: InputFile, options: ValidateOptions): FileReport {
  if ('problem' in input) return fileReport(input.path, [unreadableFile(sentenceOf(input.problem))])
  const diagnostics = validateBytes(input.bytes, options)
  return fileReport(input.path, diagnostics, diagnostics.length > 0 ? decodeDocument(input.bytes) : undefined)
}

function sentenceOf(problem: VoiceError): string {
  return problem.message
}

function print(report: ValidationReport, flags: ValidateFlags): void {
  const output = createOutput(flags)
  const format = flags.format as keyof typeof reporters
  const text = reporters[format](report, { paint: output.paint, quiet: flags.quiet === true })
  if (text !== '') output.print(text)
}

function exitCodeOf(
  { summary }: ValidationReport,
  { unreadable, maxWarnings }: { unreadable: boolean; maxWarnings: number },
): ExitCode {
  if (unreadable) return 2
  return summary.errors > 0 || summary.warnings > maxWarnings ? 1 : 0
}
