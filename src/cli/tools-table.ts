import type { ToolDefinition } from '../toolkit/model/tool.js'
import type { Paint } from './colour.js'

/** A tool to show; with a score when it was searched for. */
export interface Listing {
  definition: ToolDefinition
  score?: number
  /** What the score is made of. */
  parts?: object
}

/** The tools as a table for people, with the sum of their tokens below. */
export function toolsTable(
  listings: Listing[],
  { paint, explain }: { paint: Paint; explain: boolean },
): string {
  const scored = listings.some(({ score }) => score !== undefined)
  const head = [...(scored ? ['SCORE'] : []), 'TOOL', 'DOES', 'REQUEST', 'TOKENS']
  const rows = listings.map(({ definition, score }) => [
    ...(scored ? [(score ?? 0).toFixed(2)] : []),
    definition.name,
    effectOf(definition),
    `${definition.method} ${definition.path}`,
    String(definition.tokens),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  const lines = rows.flatMap((row, index) => [
    line(row),
    ...(explain ? [paint.dim(`  ${partsText(listings[index]!.parts)}`)] : []),
  ])
  return [paint.bold(line(head)), ...lines, '', summary(listings)].join('\n')
}

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
