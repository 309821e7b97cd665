import type { Language } from '../../../languages/language.js'
import { titledIn } from '../../../languages/titled-in.js'
import { withMembers } from '../../../toolkit/model/map-members.js'
import type { SearchableTool, ToolFacts } from '../../../toolkit/search/facts.js'
import { readTool } from '../../../toolkit/search/facts.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { lexiconOf } from '../../../toolkit/search/lexicon.js'
import type { SearchHit, SearchOptions } from '../../../toolkit/search/tool-index.js'
import { createToolIndex } from '../../../toolkit/search/tool-index.js'
import type { Vocabulary } from '../../../toolkit/search/vocabulary.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Slot } from './slots.js'
import { slotsOf } from './slots.js'
import { subjectOf } from './subjects.js'

/** The tools of a request, prepared so that the router can search them and fill in their parameters. */
export interface Catalog {
  tools: readonly ModelTool[]
  /** The language for which the catalog was built. */
  language: Language
  lexicon: Lexicon
  /**
   * The lexicon for the words in the titles of the tools. Titles may be in a language that the agent understands but
   * does not speak.
   */
  titleLexicon: Lexicon
  /** ISO 639-1 code of the titles' language if the agent understands but does not speak it; otherwise undefined. */
  titledIn: string | undefined
  find(name: string): ModelTool | undefined
  search(
    text: string,
    options: Required<Pick<SearchOptions, 'limit' | 'asks'>>,
  ): SearchHit<SearchableTool & { tool: ModelTool }>[]
  slots(tool: ModelTool): Slot[]
  facts(tool: ModelTool): ToolFacts
  /**
   * The catalog of the same tools for a sentence in another language. It has a search index of its own if that language
   * uses another stemmer.
   */
  heardIn(language: Language): Catalog
  /** The words of all tools. */
  vocabulary: Vocabulary
}

const remembered = 8
/** Maximum number of stored values of each kind: searches, facts about tools, catalogs for other languages. */
const kept = 500

/**
 * The last catalogs of all routers. The key is an object that belongs to the first tool of a catalog, so that the
 * catalogs are freed together with the tool.
 */
const catalogsOf = new WeakMap<object, Catalog[]>()

/**
 * Returns a function that builds the catalog of some tools. The last few catalogs are kept, because an agent offers the
 * same tools turn after turn.
 */
export function createCatalogs(language: Language): (tools: readonly ModelTool[]) => Catalog {
  return (tools) => {
    const [first] = tools
    if (!first) return createCatalog(tools, language)
    const owner = first.definition ?? first.parameters
    const recent = catalogsOf.get(owner) ?? []
    catalogsOf.set(owner, recent)
    const known = recent.findIndex((one) => one.language === language && sameTools(one.tools, tools))
    const catalog = known < 0 ? createCatalog(tools, language) : recent.splice(known, 1)[0]!
    recent.unshift(catalog)
    recent.length = Math.min(recent.length, remembered)
    return catalog
  }
}

function sameTools(a: readonly ModelTool[], b: readonly ModelTool[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (tool, at) =>
        tool.name === b[at]!.name &&
        tool.parameters === b[at]!.parameters &&
        tool.definition === b[at]!.definition,
    )
  )
}

function createCatalog(tools: readonly ModelTool[], language: Language): Catalog {
  const titled = titledIn(
    tools.map(({ name, definition }) => definition?.title ?? name),
    language.search,
  )
  const titleLexicon = lexiconOf(titled.search)
  const entries = tools.map((tool) => ({ ...searchable(tool), tool }))
  const index = createToolIndex(entries, { language: titled.search })
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const slots = new Map(
    tools.map((tool) => {
      const subject = subjectOf(tool, { name: tool.name, lexicon: titleLexicon })
      return [tool, slotsOf(tool, { subject, isVerb: titleLexicon.isActionWord })]
    }),
  )
  const facts = new Map<ModelTool, ToolFacts>()
  const searches = new Map<string, ReturnType<Catalog['search']>>()
  const foreign = new Map<Language, Catalog>()
  const catalog = (heard: Language): Catalog => ({
    tools,
    language,
    lexicon: lexiconOf(heard.search),
    titleLexicon,
    titledIn: titled.code,
    heardIn: (other) =>
      other.search.stem === language.search.stem
        ? catalog(other)
        : recall(foreign, other, () => createCatalog(tools, other)),
    find: (name) => byName.get(name),
    search: (text, options) =>
      recall(searches, `${heard.search.code} ${JSON.stringify(options)} ${text}`, () =>
        index.search(text, { ...options, helpers: false, language: heard.search }),
      ),
    vocabulary: index.vocabulary,
    slots: (tool) => slots.get(tool) ?? [],
    facts: (tool) => recall(facts, tool, () => readTool(searchable(tool), titleLexicon)),
  })
  return catalog(language)
}

function searchable(tool: ModelTool): SearchableTool {
  const { name, description, parameters } = tool
  return withMembers(tool.definition ?? {}, { name, description, parameters })
}

/**
 * Returns the stored value of a key. If there is none, makes and stores a value. This saves time, because the router
 * repeats earlier searches at every step.
 */
function recall<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.delete(key)
  known.set(key, value)
  if (known.size > kept) known.delete(known.keys().next().value!)
  return value
}
