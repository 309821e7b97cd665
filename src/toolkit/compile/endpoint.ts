import type { Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { keepGetters } from '../model/lazy.js'
import { type RequestTemplate, SAFE_METHODS } from '../model/request-template.js'
import { Intent } from '../semantics/intent.js'
import { parseLooseJson } from '../semantics/loose-json.js'
import type { DecidedRole } from '../semantics/path-roles.js'
import { type DocumentArgument, openArguments } from './document-arguments.js'
import { type Documented, readDocumented } from './documented.js'
import type { ToolInputModes } from './input-modes.js'
import { type Conventions, type Knowledge, type TemplatedPath, templatePath } from './path-templates.js'
import { pathRoles, withoutFixed } from './path-values.js'
import { withSettings } from './settings.js'

export interface Endpoint {
  item: Item
  /** The request with variables for ids in its path, unless a specification defines its inputs. */
  request: RequestTemplate
  documentArguments: readonly DocumentArgument[]
  literals: TemplatedPath['literals']
  /** Whether a call may change something. If so, its arguments must say which record it changes. */
  writes: boolean
  /** For each variable that replaces a part of a path segment, the replaced text: `5` for the segment `Users(5)`. */
  inline: ReadonlyMap<string, string | undefined>
  /** The role of each path variable with a value, and the reason. The others are inputs. */
  roles: ReadonlyMap<string, DecidedRole>
  facts: ItemFacts
  intent: Intent
  modes: ToolInputModes
  conventions: Conventions
}

export function deriveEndpoint(item: Item, knowledge: Knowledge): Endpoint {
  const templated = item.operation
    ? { request: item.request, literals: [], inline: new Map() }
    : templatePath({ request: item.request, title: item.name }, knowledge)
  const roles = pathRoles(templated, knowledge)
  const { request, literals, inline } = withoutFixed(templated, roles)
  const intent = new Intent(item.name, request)
  const sent = withOpenDocument(withSettings(request, intent, knowledge), knowledge.modes)
  const opened = openArguments(sent, knowledge)
  return {
    item,
    request: opened.request,
    documentArguments: opened.documentArguments,
    literals,
    inline,
    writes: !SAFE_METHODS.has(item.request.method),
    roles,
    facts: new ItemFacts(item),
    intent,
    modes: knowledge.modes,
    conventions: knowledge.conventions,
  }
}

/** Turns a GraphQL body into JSON if the configuration declares its document an input, like any parameter. */
function withOpenDocument(request: RequestTemplate, modes: ToolInputModes): RequestTemplate {
  const { body } = request
  if (body?.mode !== 'graphql' || modes.ofBody(['query']) !== 'input') return request
  const written =
    typeof body.variables === 'string' ? body.variables.trim() : JSON.stringify(body.variables ?? {})
  const variables = parseLooseJson(written) === undefined ? '{}' : written
  const text = `{"query":${JSON.stringify(body.query)},"variables":${variables}}`
  return { ...request, body: { mode: 'raw', text, language: 'json' } }
}

class ItemFacts {
  static {
    keepGetters(ItemFacts)
  }

  constructor(private readonly item: Item) {}

  /** The requests of saved examples. A request that got an error is left out, because it may be wrong. */
  get examples(): RequestTemplate[] {
    const { method } = this.item.request
    return this.item.examples.flatMap(({ request, status }) =>
      request && request.method === method && !(status && status >= 400) ? [request] : [],
    )
  }

  get answers(): (JsonValue | undefined)[] {
    return this.item.examples.map(({ body }) => parseLooseJson(body))
  }

  /** The facts about parameters that the description states. */
  get documented(): Documented {
    return readDocumented(this.item.description)
  }
}
