import { singleLine } from '../printable.js'
import type { ToolDefinition } from '../toolkit/model/tool.js'
import type { TerminalPaint } from './colour.js'
import { parameterNames } from './tool-page.js'
import { wrapped } from './wrap.js'

/** A tool to show, with its score if it is a search result. */
export interface Listing {
  definition: ToolDefinition
  score?: number
  /** The parts of the score. */
  parts?: object
}

/**
 * The tools as text, with description and parameters under each, and the sum of their tokens at the end. They are
 * rows of a table, or two lines each if the screen is too narrow for it.
 */
export function toolsTable(
  listings: Listing[],
  {
    paint,
    explain,
    columns = Number.POSITIVE_INFINITY,
  }: { paint: TerminalPaint; explain: boolean; columns?: number },
): string {
  const [head = '', ...rows] = tableLines(listings)
  const isWide = [head, ...rows].every((row) => row.length <= columns)
  const lines = listings.flatMap((listing, index) => [
    ...(isWide ? [rows[index]!] : narrowLines(listing, paint)),
    ...detailLines(listing, { paint, columns: Math.min(columns, WIDEST) }),
    ...(explain ? [paint.dim(`  ${partsText(listing.parts)}`)] : []),
  ])
  return [...(isWide ? [paint.bold(head)] : []), ...lines, '', summary(listings)].join('\n')
}

/** Longer lines are hard to read. */
const WIDEST = 120

/** The parameters, with `*` after required ones, and the beginning of the description. */
function detailLines(
  { definition }: Listing,
  { paint, columns }: { paint: TerminalPaint; columns: number },
): string[] {
  const names = parameterNames(definition)
  const description = singleLine(definition.description)
  const room = Math.max(20, columns - 4)
  const short = description.length <= room ? description : `${description.slice(0, room - 3).trimEnd()}...`
  const parameters = names.length > 0 ? wrapped(`    ${names.join(', ')}`, columns) : []
  return [
    ...(description === '' ? [] : [paint.dim(`    ${short}`)]),
    ...parameters.slice(0, MOST_PARAMETER_LINES),
  ]
}

/** Maximum lines of parameters; `voice tools NAME` shows all. */
const MOST_PARAMETER_LINES = 3

function tableLines(listings: Listing[]): string[] {
  const scored = listings.some(({ score }) => score !== undefined)
  const head = [...(scored ? ['SCORE'] : []), 'TOOL', 'DOES', 'REQUEST', 'TOKENS']
  const rows = listings.map(({ definition, score }) => [
    ...(scored ? [(score ?? 0).toFixed(2)] : []),
    definition.name,
    effectOf(definition),
    requestOf(definition),
    String(definition.tokens),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  return [head, ...rows].map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

function narrowLines({ definition, score }: Listing, paint: TerminalPaint): string[] {
  const name = paint.bold(definition.name)
  return [
    score === undefined ? name : `${name}  ${score.toFixed(2)}`,
    `  ${effectOf(definition)} ${requestOf(definition)} ${paint.dim(`${definition.tokens} tokens`)}`,
  ]
}

const requestOf = ({ method, path }: ToolDefinition) => singleLine(`${method} ${path}`)

function effectOf({ annotations }: ToolDefinition): string {
  if (annotations.readOnlyHint) return 'reads'
  return annotations.destructiveHint ? 'destroys' : 'writes'
}

function partsText(parts: object = {}): string {
  const numbers = Object.entries(parts).filter(
    (part): part is [string, number] => typeof part[1] === 'number',
  )
  return numbers
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join('  ')
}

function summary(listings: Listing[]): string {
  const tokens = listings.reduce((sum, { definition }) => sum + definition.tokens, 0)
  return `${listings.length} ${listings.length === 1 ? 'tool' : 'tools'}, about ${tokens.toLocaleString('en')} tokens`
}
