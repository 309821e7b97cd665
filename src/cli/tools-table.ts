import { singleLine } from '../printable.js'
import { cutText } from '../text/cut.js'
import type { ToolDefinition } from '../toolkit/model/tool.js'
import type { Paint } from '../toolkit/validate/report.js'
import { tableLines, wrapped } from './terminal.js'
import { parameterNames } from './tool-page.js'

/** A tool to show, with its score if it is a search result. */
export interface Listing {
  definition: ToolDefinition
  score?: number
  parts?: object
}

/**
 * The tools as text. Each tool is a row of a table, or two lines if the screen is too narrow for the table. Below each
 * tool are its description and parameters. The last line has the number of tools and the sum of their tokens.
 */
export function toolsTable(
  listings: Listing[],
  {
    paint,
    explain,
    columns = Number.POSITIVE_INFINITY,
  }: { paint: Paint; explain: boolean; columns?: number },
): string {
  const [head = '', ...rows] = tableLines(rowsOf(listings))
  const isWide = [head, ...rows].every((row) => row.length <= columns)
  const lines = listings.flatMap((listing, index) => [
    ...(isWide ? [rows[index]!] : narrowLines(listing, paint)),
    ...detailLines(listing, { paint, columns: Math.min(columns, WIDEST) }),
    ...(explain ? [paint.dim(`  ${partsText(listing.parts)}`)] : []),
  ])
  return [...(isWide ? [paint.bold(head)] : []), ...lines, '', summary(listings)].join('\n')
}

/** Maximum columns of a line of text, also on a wider screen: longer lines are hard to read. */
const WIDEST = 120

/** The parameters, with `*` after required ones, and the beginning of the description. */
function detailLines(
  { definition }: Listing,
  { paint, columns }: { paint: Paint; columns: number },
): string[] {
  const names = parameterNames(definition)
  const description = singleLine(definition.description)
  const room = Math.max(20, columns - 4)
  const short = description.length <= room ? description : `${cutText(description, room - 3).trimEnd()}...`
  const parameters = names.length > 0 ? wrapped(`    ${names.join(', ')}`, columns) : []
  return [
    ...(description === '' ? [] : [paint.dim(`    ${short}`)]),
    ...parameters.slice(0, MOST_PARAMETER_LINES),
  ]
}

/** Maximum lines of parameters; `voice tools NAME` shows all. */
const MOST_PARAMETER_LINES = 3

/** The head of the table, and a row for each tool. */
function rowsOf(listings: Listing[]): string[][] {
  const scored = listings.some(({ score }) => score !== undefined)
  const rows = listings.map(({ definition, score = 0 }) => [
    score.toFixed(2),
    definition.name,
    effectOf(definition),
    requestOf(definition),
    String(definition.tokens),
  ])
  const all = [['SCORE', 'TOOL', 'DOES', 'REQUEST', 'TOKENS'], ...rows]
  return scored ? all : all.map(([_score, ...cells]) => cells)
}

function narrowLines({ definition, score }: Listing, paint: Paint): string[] {
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
  return Object.entries(parts)
    .flatMap(([name, value]) =>
      typeof value === 'number' && value !== 0 ? `${name} ${value.toFixed(2)}` : [],
    )
    .join('  ')
}

function summary(listings: Listing[]): string {
  const tokens = listings.reduce((sum, { definition }) => sum + definition.tokens, 0)
  return `${listings.length} ${listings.length === 1 ? 'tool' : 'tools'}, about ${tokens.toLocaleString('en')} tokens`
}
