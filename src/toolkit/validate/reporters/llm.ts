import { extname } from 'node:path'
import type { Diagnostic } from '../../../diagnostics.js'
import { singleLine } from '../../../printable.js'
import { groupBy } from '../../model/group-by.js'
import { excerptsOf } from '../excerpt.js'
import type { FileReport, Reporter } from '../report.js'

const LISTED = 12

/** What a file is called, and what its corrected form is, by the ending of its name. */
const WRITTEN: Readonly<Record<string, { of: string; whole: string }>> = {
  '.bru': { of: 'Bruno file', whole: '.bru file' },
  '.yaml': { of: 'collection file', whole: 'YAML document' },
  '.yml': { of: 'collection file', whole: 'YAML document' },
}
const JSON_COLLECTION = { of: 'Postman collection', whole: 'JSON document' }

/** A short repair request for a language model, with the form of its answer. */
export const reportLlm: Reporter = ({ files }) => files.map(request).join('\n\n')

function request(file: FileReport): string {
  const errors = file.diagnostics.filter((found) => found.severity === 'error')
  const shown = errors.length > 0 ? errors : file.diagnostics.filter((found) => found.severity === 'warning')
  if (shown.length === 0) return `${singleLine(file.path)} is accepted. Nothing has to be changed.`
  const path = singleLine(file.path)
  const { of, whole } = WRITTEN[extname(file.path)] ?? JSON_COLLECTION
  const groups = groupBy(shown, ({ code }) => code)
  const excerptOf = excerptsOf(file)
  const items = [...groups.values()].map((group, index) => problem(group, { number: index + 1, excerptOf }))
  return [
    `The ${of} ${path} ${errors.length > 0 ? 'is not accepted' : 'can be better'}. Repair the following and change nothing else.`,
    `Answer with the whole corrected ${whole} alone: no code fences, no comments, no other text.`,
    'Places are JSON pointers.',
    '',
    ...items,
  ].join('\n')
}

interface ProblemContext {
  number: number
  excerptOf: ReturnType<typeof excerptsOf>
}

function problem(group: Diagnostic[], { number, excerptOf }: ProblemContext): string {
  const lines = group.slice(0, LISTED).map((found) => {
    const excerpt = excerptOf(found)?.text.trim()
    const place = `   - ${found.pointer || 'the whole document'} (line ${found.line}): ${singleLine(found.message)}`
    return excerpt ? `${place} Found: ${excerpt}` : place
  })
  const [first] = group
  const advice =
    first?.hint && group.every((found) => found.hint === first.hint) ? [`   ${singleLine(first.hint)}`] : []
  const rest = group.length > LISTED ? [`   - and ${group.length - LISTED} more of the same kind`] : []
  return [`${number}. ${first?.code}`, ...lines, ...rest, ...advice].join('\n')
}
