import { printableJson } from '../../../printable.js'
import type { Reporter } from '../report.js'

/** Prints the report as one JSON document, for programs and for the option `--baseline`, which reads it. */
export const reportJson: Reporter = ({ profile, files, summary }) =>
  printableJson(
    { profile, files: files.map(({ path, valid, diagnostics }) => ({ path, valid, diagnostics })), summary },
    2,
  )
