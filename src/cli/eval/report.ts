import { singleLine } from '../../printable.js'
import type { Paint } from '../../toolkit/validate/report.js'
import { xml } from '../../toolkit/validate/reporters/xml.js'
import type { ObservedCall } from './run-case.js'

export interface CaseResult {
  say: string[]
  passed: boolean
  problems: string[]
  calls: ObservedCall[]
  answer: string
  ms: number
}

/** The results of a file of test cases. */
export interface EvalReport {
  /** The provider string of the language model, such as `openai/gpt-6-luna`. */
  llm: string
  collection: string
  cases: CaseResult[]
  summary: { cases: number; passed: number; failed: number; unapprovedWrites: number; ms: number }
}

/** The report as lines for people: every case, with the problems below a failed one. */
export function evalTable({ cases, summary, llm }: EvalReport, paint: Paint): string {
  const lines = cases.flatMap(({ say, passed, problems, calls }) => [
    `${passed ? paint.green('✓') : paint.red('✗')} ${singleLine(say.join(' / '))}${passed ? paint.dim(callText(calls)) : ''}`,
    ...problems.map((problem) => paint.red(`    ${singleLine(problem)}`)),
  ])
  return [...lines, '', paint.bold(summaryLine(summary, llm))].join('\n')
}

function callText(calls: ObservedCall[]): string {
  return calls.map((call) => `  → ${call.name} ${JSON.stringify(call.input)}`).join('')
}

function summaryLine({ cases, passed, unapprovedWrites }: EvalReport['summary'], llm: string): string {
  const share = cases === 0 ? 0 : Math.floor((100 * passed) / cases)
  return `${passed} of ${cases} cases passed (${share} %), ${unapprovedWrites} writes without approval, with ${llm}`
}

/** The report as JUnit XML for a build server: one suite with one `testcase` element for each case. */
export function evalJunit({ cases, summary, llm, collection }: EvalReport): string {
  const tests = cases.map(({ say, problems, ms }) => {
    const head = `    <testcase classname="${xml(llm)}" name="${xml(say.join(' / '))}" time="${seconds(ms)}"`
    if (problems.length === 0) return `${head}/>`
    const text = xml(problems.join('\n'))
    return `${head}>\n      <failure message="${xml(problems[0]!)}">${text}</failure>\n    </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="voice eval" tests="${summary.cases}" failures="${summary.failed}" time="${seconds(summary.ms)}">`,
    `  <testsuite name="${xml(collection)}" tests="${summary.cases}" failures="${summary.failed}" errors="0" time="${seconds(summary.ms)}">`,
    ...tests,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
