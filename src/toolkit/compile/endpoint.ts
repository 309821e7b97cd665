import type { Item } from '../model/collection.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { DecidedRole } from '../semantics/path-roles.js'
import type { ToolInputModes } from './input-modes.js'
import { ItemFacts } from './item-facts.js'
import { withOpenDocument } from './open-graphql-document.js'
import { type Conventions, type Knowledge, templatePath } from './path-templates.js'
import { pathRoles, withoutFixed } from './path-values.js'
import { withSettings } from './request-settings.js'

/** The request of an item, and the facts from which its tool is made. */
export interface Endpoint {
  item: Item
  /**
   * The request of the item. Variables such as `:id` replace `{id}` and literal ids in its path. If a specification
   * defines the inputs of the request, its path stays unchanged.
   */
  request: RequestTemplate
  /** Whether a call may change something. If so, its arguments must say which record it changes. */
  writes: boolean
  /** For each variable that replaces a part of a path segment, the replaced text: `5` for the segment `Users(5)`. */
  inline: ReadonlyMap<string, string | undefined>
  /**
   * The role of each path variable, and the reason for this role. Variables without a value are always inputs, and are
   * not in the map.
   */
  roles: ReadonlyMap<string, DecidedRole>
  /** The facts in other parts of the item, such as its description and its saved examples. */
  facts: ItemFacts
  modes: ToolInputModes
  conventions: Conventions
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Collects the facts about the request of an item. */
export function deriveEndpoint(item: Item, knowledge: Knowledge): Endpoint {
  const templated = item.operation
    ? { request: item.request, inline: new Map() }
    : templatePath({ request: item.request, title: item.name }, knowledge)
  const roles = pathRoles(templated, knowledge)
  const { request, inline } = withoutFixed(templated, roles)
  return {
    item,
    request: withOpenDocument(withSettings(request, item, knowledge), knowledge.modes),
    inline,
    writes: !SAFE_METHODS.has(item.request.method),
    roles,
    facts: new ItemFacts(item),
    modes: knowledge.modes,
    conventions: knowledge.conventions,
  }
}
