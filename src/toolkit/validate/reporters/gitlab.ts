import type { Severity } from '../../../diagnostics.js'
import { fingerprint } from '../fingerprint.js'
import type { Reporter } from '../report.js'

const SEVERITIES: Record<Severity, string> = { error: 'major', warning: 'minor', info: 'info' }

/** GitLab's Code Quality report (a list of Code Climate issues), for `artifacts:reports:codequality`. */
export const reportGitlab: Reporter = ({ files }) =>
  JSON.stringify(
    files.flatMap(({ path, diagnostics }) =>
      diagnostics.map((found) => ({
        description: found.hint ? `${found.message} ${found.hint}` : found.message,
        check_name: found.code,
        fingerprint: fingerprint(path, found),
        severity: SEVERITIES[found.severity],
        location: { path: path.replace(/^\.\//, ''), lines: { begin: found.line, end: found.endLine } },
      })),
    ),
    null,
    2,
  )
