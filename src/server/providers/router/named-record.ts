import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { fillFromText, type Goal, goalFor, missingSlots } from './fill.js'
import { fillingOf, isCommon, only } from './filling.js'
import { lookupFor } from './lookup.js'
import type { Token } from './token.js'
import type { Reading } from './tokens.js'

/**
 * The goal for a record that a sentence names without its noun, and says nothing else: "what is Hanna's email?", "find
 * Berg". A record of this kind has a field that the sentence names or, if the sentence asks for a search, is the only kind
 * with a search text.
 */
export function goalByName(heard: Reading): Goal | undefined {
  const { catalog, text } = heard
  const kinds = catalog.tools.filter((tool) => getsOne(tool, catalog))
  const words = wordsOf(heard)
  const asked = kinds.filter((tool) => words.some((word) => isField(word, tool, catalog)))
  const isSearch = catalog.lexicon.actionsIn(text).includes('find')
  const searched = isSearch ? kinds.filter((tool) => isSearched(tool, heard)) : []
  const tool = only(asked.length > 0 ? asked : searched)
  const goal = tool && fillFromText(goalFor(tool), heard)
  const [slot, ...more] = goal ? missingSlots(goal, catalog) : []
  const name = slot && more.length === 0 ? goal?.named.get(slot.key) : undefined
  if (!tool || name === undefined || !lookupFor(name, slot!, heard)) return undefined
  const isWhole = words.every((word) => name.includes(word.text) || isField(word, tool, catalog))
  return isWhole ? goal : undefined
}

function getsOne(tool: ModelTool, catalog: Catalog): boolean {
  const { actions, reads, resource } = catalog.facts(tool)
  const ids = catalog.slots(tool).filter(({ thing, inPath }) => thing && inPath)
  return actions[0] === 'get' && reads && resource.single && ids.length === 1
}

/** The words of a sentence that are no stop words and name no action. */
function wordsOf(heard: Reading): Token[] {
  const [tool] = heard.catalog.tools
  const filling = tool && fillingOf(tool, new Map(), heard)
  return filling?.tokens.filter((token) => !isCommon(filling, token)) ?? []
}

/** Whether the list of a tool's records takes the text that is looked for. */
const isSearched = (tool: ModelTool, heard: Reading) =>
  heard.catalog.slots(tool).some((slot) => Object.keys(lookupFor('x', slot, heard)?.input ?? {}).length > 0)

/** Whether a word is for a field of the tool's records. Other tools for such records show more of their fields. */
function isField({ forms }: Token, tool: ModelTool, catalog: Catalog): boolean {
  const target = catalog.facts(tool).target.join()
  return catalog.tools.map(catalog.facts).some(({ output, parameters, ...facts }) => {
    const isAlike = facts.target.join() === target
    return isAlike && forms.some((form) => output.includes(form) || parameters.includes(form))
  })
}
