import { existsSync } from 'node:fs'
import { VoiceError } from '../../errors.js'
import { languageOf } from '../../languages/heard-languages.js'
import { findLanguage } from '../../languages/languages.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { isUsable } from '../../toolkit/template/variables.js'
import { LAYER_NAMES } from '../../toolkit/variable-layers.js'
import type { CollectionFlags, Settings } from '../load.js'
import { findToolByName, loadTools, loadToolsLike } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output, screenColumns, shellWord } from '../output.js'
import { noticeLeftOut } from '../tool-notices.js'
import type { Listing } from '../tool-page.js'
import { diffText, toolPage, toolsTable } from '../tool-page.js'

type LoadedTools = Awaited<ReturnType<typeof loadTools>>

interface ToolsFlags extends CollectionFlags {
  search?: string
  limit?: number
  explain?: boolean
  diff?: string
}

export async function listTools(
  first: string | undefined,
  second: string | undefined,
  options: ToolsFlags,
): Promise<ExitCode> {
  const output = createOutput(options)
  const { tool, file } = readArguments([first, second])
  const loaded = await loadTools(file, options)
  if (tool !== undefined) return showTool(tool, { loaded, options, output })
  const { path, definitions, settings } = loaded
  noticeLeftOut(loaded, output)
  if (options.diff !== undefined) return showDiff(options.diff, { path, definitions, options, output })
  const listings = await find(definitions, options)
  if (options.format === 'json') {
    output.printJson(listings.map(({ definition, score }) => toListing(definition, score)))
    return 0
  }
  if (listings.length === 0) {
    output.print(nothingText({ path, isEmpty: definitions.length === 0, search: options.search, settings }))
    return 0
  }
  // What explains is how the words of a search were found.
  const explain = options.explain === true && options.search !== undefined
  output.print(toolsTable(listings, { paint: output.paint, explain, columns: screenColumns() }))
  return 0
}

/** Which argument is a tool and which a file: one that exists, or that can be no tool (`shop.json`). */
function readArguments(given: (string | undefined)[]): {
  tool: string | undefined
  file: string | undefined
} {
  const names = given.filter((name) => name !== undefined)
  const isFile = names.map((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name) || name === '-' || existsSync(name))
  const tool = names.findIndex((_, index) => !isFile[index])
  if (names.length === 2 && tool < 0)
    throw new VoiceError(
      'wrong-usage',
      `"${names[0]}" is not the name of a tool; \`voice tools\` lists them.`,
    )
  return { tool: names[tool], file: names.find((_, index) => index !== tool) }
}

async function showTool(
  name: string,
  { loaded, options, output }: { loaded: LoadedTools; options: ToolsFlags; output: Output },
): Promise<ExitCode> {
  const definition = findToolByName(name, loaded.definitions)
  const explanation = loaded.explanations.get(definition.name)!
  if (options.format === 'json') {
    const { settings, captures = [], prerequisites = [] } = definition
    output.printJson({
      ...toListing(definition, undefined),
      settings,
      captures,
      prerequisites,
      ...explanation,
    })
    return 0
  }
  const filledBy = (variable: string) => {
    for (const [index, layer] of loaded.setup.layers.entries()) {
      const by = LAYER_NAMES[index]!
      const found = layer.find(({ key, value, disabled }) => key === variable && !disabled && isUsable(value))
      if (found)
        return {
          value: String(found.value),
          by,
          isSecret: found.secret === true,
          isGiven: found.isGiven === true,
        }
    }
    return undefined
  }
  output.print(
    toolPage({
      definition,
      explanation,
      filledBy,
      paint: output.paint,
      columns: screenColumns() ?? 100,
    }),
  )
  return 0
}

function nothingText({
  path,
  isEmpty,
  search,
  settings: { allow, deny },
}: {
  path: string
  isEmpty: boolean
  search: string | undefined
  settings: Settings
}): string {
  if (!isEmpty) return `No tool of ${path} fits "${search}".`
  if (allow || deny.length > 0) return `What is allowed and denied leaves no tool of ${path}.`
  return `No request of ${path} became a tool; \`voice validate ${shellWord(path)}\` says why.`
}

interface ToolsView {
  path: string
  definitions: ToolDefinition[]
  options: ToolsFlags
  output: Output
}

/** Prints the changes since an older collection. Both collections use the same settings and the same lock file. */
async function showDiff(old: string, { path, definitions, options, output }: ToolsView): Promise<ExitCode> {
  const before = await loadToolsLike(old, path, options)
  const { diffTools } = await import('../../toolkit/compile/diff.js')
  const changes = diffTools(before.definitions, definitions)
  const breaking = changes.filter((change) => change.breaking).length
  if (options.format === 'json') {
    output.printJson({ changes, summary: { changes: changes.length, breaking } })
  } else {
    output.print(diffText(changes, output.paint))
  }
  return breaking > 0 ? 1 : 0
}

async function find(definitions: ToolDefinition[], { search, limit }: ToolsFlags): Promise<Listing[]> {
  if (search === undefined) return definitions.slice(0, limit).map((definition) => ({ definition }))
  const { createToolIndex } = await import('../../toolkit/search/tool-index.js')
  const language = languageOf(search, findLanguage('en')).search
  return createToolIndex(definitions, { language }).search(search, limit === undefined ? {} : { limit })
}

function toListing(definition: ToolDefinition, score: number | undefined) {
  const { name, description, method, path, folder, parameters, annotations, tokens } = definition
  const listing = { name, description, method, path, folder, parameters, annotations, tokens }
  return score === undefined ? listing : { ...listing, score }
}
