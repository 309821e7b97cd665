import type { Reporter } from '../report.js'

/** All reporters by `--format`, the default first. Modules are loaded on demand. */
export const reporters = {
  pretty: async () => (await import('./pretty.js')).reportPretty,
  json: async () => (await import('./json.js')).reportJson,
  llm: async () => (await import('./llm.js')).reportLlm,
  github: async () => (await import('./github.js')).reportGithub,
  gitlab: async () => (await import('./gitlab.js')).reportGitlab,
  sarif: async () => (await import('./sarif.js')).reportSarif,
  junit: async () => (await import('./junit.js')).reportJunit,
} as const satisfies Record<string, () => Promise<Reporter>>

export type ReportFormat = keyof typeof reporters
