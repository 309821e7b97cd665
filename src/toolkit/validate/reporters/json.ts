import { printableJson } from '../../../printable.js'
import type { Reporter } from '../report.js'

/** The report as one JSON document, for programs; also the input of `--baseline`. */
export const reportJson: Reporter = ({ profile, files, summary }) =>
  printableJson(
    { profile, files: files.map(({ path, valid, diagnostics }) => ({ path, valid, diagnostics })), summary },
    2,
  )
