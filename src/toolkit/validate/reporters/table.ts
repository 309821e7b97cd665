import type { Reporter } from '../report.js'
import { reportJson } from './json.js'
import { reportPretty } from './pretty.js'

/** Every way to print a report, by the name `--format` takes; the first is the default. */
export const reporters = {
  pretty: reportPretty,
  json: reportJson,
} as const satisfies Record<string, Reporter>
