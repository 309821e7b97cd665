import type { Diagnostic } from '../../../diagnostics.js'
import type { FileReport, Reporter } from '../report.js'
import { xml } from './xml.js'

/** JUnit XML: a suite for each file, a failed case for each error; warnings and infos are output. */
export const reportJunit: Reporter = ({ files, summary, profile }) => {
  const tests = files.reduce((sum, file) => sum + casesOf(file).length, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="voice validate (${profile})" tests="${tests}" failures="${summary.errors}" errors="0">`,
    ...files.map(suite),
    '</testsuites>',
  ].join('\n')
}

function errorsOf(file: FileReport): Diagnostic[] {
  return file.diagnostics.filter((found) => found.severity === 'error')
}

/** The cases of a file; one passed case without errors, which shows that it was checked. */
function casesOf(file: FileReport): string[] {
  const name = xml(file.path)
  const errors = errorsOf(file)
  if (errors.length === 0) return [`    <testcase classname="${name}" name="valid"/>`]
  return errors.map((found) => {
    const title = `${found.code} ${found.pointer} (line ${found.line})`
    const text = `${file.path}:${found.line}:${found.column} ${found.message}${found.hint ? `\n${found.hint}` : ''}`
    return [
      `    <testcase classname="${name}" name="${xml(title)}">`,
      `      <failure type="${xml(found.code)}" message="${xml(found.message)}">${xml(text)}</failure>`,
      '    </testcase>',
    ].join('\n')
  })
}

function suite(file: FileReport): string {
  const cases = casesOf(file)
  const rest = file.diagnostics.filter((found) => found.severity !== 'error')
  const lines = rest.map(
    ({ severity, line, column, code, message }) => `${line}:${column} ${severity} ${code}: ${message}`,
  )
  const output = lines.length > 0 ? [`    <system-out>${xml(lines.join('\n'))}</system-out>`] : []
  return [
    `  <testsuite name="${xml(file.path)}" tests="${cases.length}" failures="${errorsOf(file).length}" errors="0">`,
    ...cases,
    ...output,
    '  </testsuite>',
  ].join('\n')
}
