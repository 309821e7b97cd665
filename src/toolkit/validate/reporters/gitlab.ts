import type { Issue } from 'codeclimate-types'
import type { Diagnostic, Severity } from '../../../diagnostics.js'
import { printableJson } from '../../../printable.js'
import { fingerprint } from '../fingerprint.js'
import type { Reporter } from '../report.js'

const SEVERITIES: Record<Severity, Issue['severity']> = { error: 'major', warning: 'minor', info: 'info' }

/** The reporter for `artifacts:reports:codequality` of GitLab (Code Climate issues). */
export const reportGitlab: Reporter = ({ files }) =>
  printableJson(
    files.flatMap(({ path, diagnostics }) => diagnostics.map((found) => issueOf(path, found))),
    2,
  )

function issueOf(path: string, found: Diagnostic): Issue {
  const { code, severity, message, hint, line, endLine } = found
  return {
    type: 'issue',
    check_name: code,
    description: (hint ? `${message} ${hint}` : message).replace(/\s+/g, ' '),
    categories: [severity === 'error' ? 'Bug Risk' : 'Style'],
    severity: SEVERITIES[severity],
    fingerprint: fingerprint(path, found),
    location: { path: path.replaceAll('\\', '/').replace(/^\.\//, ''), lines: { begin: line, end: endLine } },
  }
}
