import { singleLine } from '../printable.js'
import type { ToolChange } from '../toolkit/compile/diff.js'
import type { Paint } from '../toolkit/validate/report.js'

type ChangedParameter = Required<Pick<ToolChange, 'parameter' | 'before' | 'after'>>

/** The words for each kind of change. The name of the tool comes before them. */
const SENTENCES: Record<ToolChange['code'], (values: ChangedParameter) => string> = {
  'tool-removed': () => 'is gone',
  'tool-added': () => 'is new',
  'tool-renamed': ({ after }) => `is now called ${after}`,
  'parameter-removed': ({ parameter }) => `no longer takes ${parameter}`,
  'parameter-added': ({ parameter }) => `takes ${parameter} too`,
  'parameter-required': ({ parameter }) => `needs ${parameter} now`,
  'parameter-optional': ({ parameter }) => `no longer needs ${parameter}`,
  'type-changed': ({ parameter, before, after }) => `takes ${after} for ${parameter}, no longer ${before}`,
  'values-removed': ({ parameter, before, after }) =>
    before ? `no longer takes ${before} for ${parameter}` : `takes only ${after} for ${parameter}`,
  'values-added': ({ parameter, after }) => `takes ${after} for ${parameter} too`,
  'description-changed': () => 'is described differently',
  'effect-changed': ({ before, after }) => `${after}, no longer ${before}`,
  'request-changed': ({ before, after }) => `sends ${after}, no longer ${before}`,
}

/** The changes as text: one line for each, marked `breaking` or `fine`, then the number of changes. */
export function diffText(changes: ToolChange[], paint: Paint): string {
  if (changes.length === 0) return 'Nothing changed for a model.'
  const lines = changes.map(({ breaking, tool, code, parameter = '', before = '', after = '' }) => {
    const mark = breaking ? paint.red('breaking') : paint.dim('fine    ')
    return `${mark}  ${paint.bold(tool)}  ${singleLine(SENTENCES[code]({ parameter, before, after }))}`
  })
  const breaking = changes.filter((change) => change.breaking).length
  return [
    ...lines,
    '',
    `${changes.length} change${changes.length === 1 ? '' : 's'}, ${breaking} of them breaking`,
  ].join('\n')
}
