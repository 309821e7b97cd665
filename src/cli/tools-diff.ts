import { singleLine } from '../printable.js'
import type { ToolChange } from '../toolkit/compile/diff.js'
import type { TerminalPaint } from './colour.js'

/** The changes for people: one line each, breaking ones marked, and their number below. */
export function diffText(changes: ToolChange[], paint: TerminalPaint): string {
  if (changes.length === 0) return 'Nothing changed for a model.'
  const lines = changes.map((change) => {
    const mark = change.breaking ? paint.red('breaking') : paint.dim('fine    ')
    return `${mark}  ${paint.bold(change.tool)}  ${singleLine(sentenceOf(change))}`
  })
  const breaking = changes.filter((change) => change.breaking).length
  return [...lines, '', `${changes.length} changes, ${breaking} of them breaking`].join('\n')
}

function sentenceOf({ code, parameter = '', before = '', after = '' }: ToolChange): string {
  switch (code) {
    case 'tool-removed':
      return 'is gone'
    case 'tool-added':
      return 'is new'
    case 'tool-renamed':
      return `is now called ${after}`
    case 'parameter-removed':
      return `no longer takes ${parameter}`
    case 'parameter-added':
      return `takes ${parameter} too`
    case 'parameter-required':
      return `needs ${parameter} now`
    case 'parameter-optional':
      return `no longer needs ${parameter}`
    case 'type-changed':
      return `takes ${after} for ${parameter}, no longer ${before}`
    case 'values-removed':
      return before ? `no longer takes ${before} for ${parameter}` : `takes only ${after} for ${parameter}`
    case 'values-added':
      return `takes ${after} for ${parameter} too`
    case 'description-changed':
      return 'is described differently'
    case 'effect-changed':
      return `${after}, no longer ${before}`
    case 'request-changed':
      return `sends ${after}, no longer ${before}`
  }
}
