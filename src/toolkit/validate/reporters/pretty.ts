import type { Diagnostic, Severity } from '../../../diagnostics.js'
import { singleLine } from '../../../printable.js'
import { capitalize } from '../../../text/capitalize.js'
import { counted } from '../../../text/counted.js'
import { groupBy } from '../../model/group-by.js'
import { type Excerpt, excerptsOf } from '../excerpt.js'
import type { FileReport, Paint, Reporter, ReporterOptions, ValidationReport } from '../report.js'

const SHOWN = 3
const LISTED = 8

const ORDER: readonly Severity[] = ['error', 'warning', 'info']

/** Prints the report for a terminal: diagnostics grouped by rule, the most severe first, with their lines. */
export const reportPretty: Reporter = (report, options) => {
  const files = report.files.map((file) => prettyFile(file, options)).filter((text) => text !== '')
  const parts = options.quiet ? files : [...files, summaryLine(report, options.paint)]
  return parts.join('\n\n')
}

function prettyFile(file: FileReport, { paint, quiet }: ReporterOptions): string {
  const shown = file.diagnostics.filter((found) => !quiet || found.severity === 'error')
  if (shown.length === 0) return quiet ? '' : `${paint.green('✔')} ${paint.bold(singleLine(file.path))}`
  const excerptOf = excerptsOf(file)
  const groups = groupsOf(shown).map((group) => prettyGroup(group, { excerptOf, paint, path: file.path }))
  return [paint.bold(singleLine(file.path)), ...groups].join('\n')
}

/** Groups by rule and severity, the most severe first, then in the order of the file. */
function groupsOf(diagnostics: Diagnostic[]): Diagnostic[][] {
  const ordered = diagnostics.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  return [...groupBy(ordered, ({ severity, code }) => `${severity} ${code}`).values()]
}

interface GroupContext {
  excerptOf: (place: Diagnostic) => Excerpt | undefined
  paint: Paint
  path: string
}

function prettyGroup(group: Diagnostic[], context: GroupContext): string {
  const { paint } = context
  const [first] = group
  if (!first) return ''
  const brief = first.severity === 'info'
  const shown = group.slice(0, brief ? 1 : SHOWN)
  const rest = group.slice(shown.length)
  const blocks = shown.map((found) => prettyFinding(found, { ...context, brief }))
  if (rest.length > 0) {
    blocks.push(paint.dim(`      and ${rest.length} more: ${singleLine(placesOf(rest))}`))
  }
  return blocks.join('\n')
}

function placesOf(found: Diagnostic[]): string {
  const lines = [...new Set(found.map(({ line }) => line))]
  if (lines.length === 1 && found.length > 1)
    return listed([...new Set(found.map(({ pointer }) => pointer || 'the whole document'))])
  return `line${lines.length === 1 ? '' : 's'} ${listed(lines)}`
}

function listed(places: readonly (string | number)[]): string {
  return places.slice(0, LISTED).join(', ') + (places.length > LISTED ? ', …' : '')
}

function prettyFinding(
  found: Diagnostic,
  { excerptOf, paint, path, brief }: GroupContext & { brief: boolean },
): string {
  const place = `${singleLine(path)}:${found.line}:${found.column}`
  const lines = [
    `  ${mark(found.severity, paint)} ${singleLine(found.message)} ${paint.dim(`${found.code} ${place}`)}`,
  ]
  const excerpt = brief ? undefined : excerptOf(found)
  if (excerpt) lines.push(...frame(excerpt, paint))
  if (found.hint) lines.push(`      ${paint.cyan(capitalize(singleLine(found.hint)))}`)
  return lines.join('\n')
}

function frame({ line, text, start, length }: Excerpt, paint: Paint): string[] {
  const gutter = String(line).padStart(6)
  const under = `${' '.repeat(gutter.length)} ${paint.dim('│')} ${' '.repeat(start)}${paint.red('^'.repeat(length))}`
  return [`${paint.dim(`${gutter} │`)} ${text}`, under]
}

function mark(severity: Severity, paint: Paint): string {
  if (severity === 'error') return paint.red('error')
  return severity === 'warning' ? paint.yellow('warning') : paint.cyan('info')
}

function summaryLine({ profile, files, summary }: ValidationReport, paint: Paint): string {
  const { errors, warnings, infos } = summary
  const counts = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].filter(Boolean)
  const fixable = files.flatMap((file) => file.diagnostics).filter((found) => found.fixable).length
  const verdict = errors > 0 ? paint.red('✖') : paint.green('✔')
  const found = counts.length > 0 ? counts.join(', ') : 'nothing found'
  const fix = fixable > 0 ? `, ${fixable} fixable with --fix` : ''
  return `${verdict} ${count(summary.files, 'file')}: ${found}${fix} (profile ${profile})`
}

const count = (number: number, noun: string) => (number > 0 ? counted(number, noun) : '')
