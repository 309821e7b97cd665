import type { Reporter } from '../report.js'
import { reportGithub } from './github.js'
import { reportGitlab } from './gitlab.js'
import { reportJson } from './json.js'
import { reportJunit } from './junit.js'
import { reportLlm } from './llm.js'
import { reportPretty } from './pretty.js'
import { reportSarif } from './sarif.js'

/** Every way to print a report, by the name `--format` takes; the first is the default. */
export const reporters = {
  pretty: reportPretty,
  json: reportJson,
  llm: reportLlm,
  github: reportGithub,
  gitlab: reportGitlab,
  sarif: reportSarif,
  junit: reportJunit,
} as const satisfies Record<string, Reporter>
