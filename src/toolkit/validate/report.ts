import type { Diagnostic } from '../../diagnostics.js'
import type { Profile } from './rule.js'

export interface FileReport {
  path: string
  valid: boolean
  diagnostics: Diagnostic[]
  /** The text of the file, from which excerpts are made; absent if the file could not be read. */
  text?: string
}

export interface ValidationReport {
  profile: Profile
  files: FileReport[]
  summary: { files: number; errors: number; warnings: number; infos: number }
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export interface ReporterOptions {
  paint: Paint
  quiet: boolean
}

export type Reporter = (report: ValidationReport, options: ReporterOptions) => string

export function summarize(profile: Profile, files: FileReport[]): ValidationReport {
  const all = files.flatMap((file) => file.diagnostics)
  const count = (severity: Diagnostic['severity']) =>
    all.filter((found) => found.severity === severity).length
  return {
    profile,
    files,
    summary: {
      files: files.length,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
    },
  }
}

export function fileReport(path: string, diagnostics: Diagnostic[], text?: string): FileReport {
  const valid = !diagnostics.some((found) => found.severity === 'error')
  return { path, valid, diagnostics, ...(text === undefined ? {} : { text }) }
}

/** The single diagnostic of a file that cannot be read, at the place of its first mistake if that is known. */
export function unreadableFile(message: string, { line, column } = { line: 1, column: 1 }): Diagnostic {
  const place = { line, column, endLine: line, endColumn: column }
  return { code: 'file-unreadable', severity: 'error', message, pointer: '', ...place, fixable: false }
}
