import type { Reporter } from '../report.js'

/**
 * Every way to print a report, by the name `--format` takes; the first is the default. Each loads its module when it is asked for:
 * a run uses one of them.
 */
export const reporters = {
  pretty: async () => (await import('./pretty.js')).reportPretty,
  json: async () => (await import('./json.js')).reportJson,
  llm: async () => (await import('./llm.js')).reportLlm,
  github: async () => (await import('./github.js')).reportGithub,
  gitlab: async () => (await import('./gitlab.js')).reportGitlab,
  sarif: async () => (await import('./sarif.js')).reportSarif,
  junit: async () => (await import('./junit.js')).reportJunit,
} as const satisfies Record<string, () => Promise<Reporter>>

/** A name that `--format` of `voice validate` takes. */
export type ReportFormat = keyof typeof reporters
