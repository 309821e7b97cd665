import type { Issue } from 'codeclimate-types'
import type { Diagnostic, Severity } from '../../../diagnostics.js'
import { printableJson } from '../../../printable.js'
import { type Fingerprint, loadFingerprint } from '../fingerprint.js'
import type { Reporter, ValidationReport } from '../report.js'

const SEVERITIES: Record<Severity, Issue['severity']> = { error: 'major', warning: 'minor', info: 'info' }

/** The reporter for `artifacts:reports:codequality` of GitLab (Code Climate issues). */
export async function gitlabReporter(): Promise<Reporter> {
  const fingerprint = await loadFingerprint()
  return (report) => reportGitlab(report, fingerprint)
}

function reportGitlab({ files }: ValidationReport, fingerprint: Fingerprint): string {
  const issues = files.flatMap(({ path, diagnostics }) =>
    diagnostics.map((found) => issueOf(path, found, fingerprint)),
  )
  return printableJson(issues, 2)
}

function issueOf(path: string, found: Diagnostic, fingerprint: Fingerprint): Issue {
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
