import type { Severity } from '../../../diagnostics.js'
import type { Reporter } from '../report.js'

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/** Prints diagnostics as workflow commands, which GitHub Actions shows as annotations in a pull request. */
export const reportGithub: Reporter = ({ files }, { quiet }) =>
  files
    .flatMap(({ path, diagnostics }) =>
      diagnostics
        .filter((found) => !quiet || found.severity === 'error')
        .map(({ severity, code, message, hint, line, column, endLine, endColumn }) => {
          const columns = endLine === line ? `,col=${column},endColumn=${endColumn}` : ''
          const place = `file=${property(path.replace(/^\.[\\/]/, ''))},line=${line},endLine=${endLine}${columns}`
          const text = hint ? `${message}\n${hint}` : message
          return `::${COMMANDS[severity]} ${place},title=${property(code)}::${data(text)}`
        }),
    )
    .join('\n')

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
