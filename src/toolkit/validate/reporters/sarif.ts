import type { Diagnostic, Severity } from '../../../diagnostics.js'
import { printableJson } from '../../../printable.js'
import { fingerprint } from '../fingerprint.js'
import type { FileReport, Reporter } from '../report.js'
import { rules } from '../rules/table.js'

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' }

/** The reporter for SARIF 2.1.0, a format that GitHub code scanning and many other tools read. */
export const reportSarif: Reporter = ({ files, profile }) => {
  const used = new Set(files.flatMap((file) => file.diagnostics.map((found) => found.code)))
  const described = rules.filter((rule) => used.has(rule.code))
  const indexes = new Map(described.map((rule, index) => [rule.code, index]))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'voice validate',
            rules: described.map((rule) => ({
              id: rule.code,
              shortDescription: { text: rule.why },
              help: { text: `Bad: ${rule.bad}\nGood: ${rule.good}` },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        properties: { profile },
        artifacts: files.map(({ path }) => ({ location: { uri: uriOf(path) } })),
        results: files.flatMap((file, index) =>
          file.diagnostics.map((found) =>
            resultOf(found, { file, index, rule: indexes.get(found.code) ?? -1 }),
          ),
        ),
      },
    ],
  }
  return printableJson(log, 2)
}

interface ResultPlace {
  file: FileReport
  index: number
  rule: number
}

function resultOf(found: Diagnostic, { file, index, rule }: ResultPlace): object {
  const { line, column, endLine, endColumn } = found
  return {
    ruleId: found.code,
    ruleIndex: rule,
    level: LEVELS[found.severity],
    message: { text: found.hint ? `${found.message} ${found.hint}` : found.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file.path), index },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
        ...(found.pointer
          ? { logicalLocations: [{ fullyQualifiedName: found.pointer, kind: 'member' }] }
          : {}),
      },
    ],
    partialFingerprints: { 'voiceFinding/v1': fingerprint(file.path, found) },
  }
}

/** A path as a URI reference for SARIF; relative paths stay relative. */
function uriOf(path: string): string {
  const slashed = path.replaceAll('\\', '/').replace(/^\.\//, '')
  const [drive = ''] = /^[A-Za-z]:(?=\/)/.exec(slashed) ?? []
  const encoded = slashed.slice(drive.length).split('/').map(encodeURIComponent).join('/')
  if (drive) return `file:///${drive}${encoded}`
  return slashed.startsWith('/') ? `file://${encoded}` : encoded
}
