import type { PlacedItem } from '../collection/walk.js'
import type { Folder, Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import { parseLooseJson } from '../semantics/loose-json.js'
import type { DecidedRole } from '../semantics/path-roles.js'
import { provesCredential } from '../semantics/personal-secret.js'
import { type Documented, readDocumented } from './documented.js'
import type { ToolInputModes } from './input-modes.js'
import { withOpenDocument } from './open-graphql-document.js'
import { type Knowledge, templatePath } from './path-templates.js'
import { pathRoles, withoutFixed } from './path-values.js'
import { withSettings } from './request-settings.js'

/** One HTTP operation with everything known about it: the request and the requests of its saved examples. */
export interface Endpoint {
  item: Item
  folders: Folder[]
  /**
   * The original request; `{id}` and literal ids of the path become `:id` when no specification defines the inputs.
   */
  request: RequestTemplate
  /** Whether a call may change something; then the caller must name the record. */
  writes: boolean
  /** Path variables for a text inside a segment, with that text; undefined when the text was a placeholder. */
  inline: ReadonlyMap<string, string | undefined>
  /** The role of each path variable, and the reason. Variables without a value are always inputs and not listed. */
  roles: ReadonlyMap<string, DecidedRole>
  /** Requests of successful saved examples; requests that got an error are bad examples. */
  examples: RequestTemplate[]
  /** The bodies of the saved examples as JSON, in order; undefined for other bodies. */
  answers: (JsonValue | undefined)[]
  /** Facts of the description about parameters. */
  documented: Documented
  /** The owner's decisions about its parameters. */
  modes: ToolInputModes
  /** Whether a converter wrote the collection: then a body shows all possible members. */
  isConverted: boolean
  /** Whether the call sets or verifies a user's credential; then the user is asked for it. */
  provesCredential: boolean
}

/** Collects what an item says about its operation. */
export function deriveEndpoint({ item, folders }: PlacedItem, knowledge: Knowledge): Endpoint {
  const examples = item.examples.flatMap(({ request, status }) =>
    request && request.method === item.request.method && !(status && status >= 400) ? [request] : [],
  )
  const templated = item.operation
    ? { request: item.request, inline: new Map() }
    : templatePath({ request: item.request, title: item.name }, knowledge)
  const roles = pathRoles(templated, knowledge)
  const { request, inline } = withoutFixed(templated, roles)
  return {
    item,
    folders,
    request: withOpenDocument(withSettings(request, item, knowledge), knowledge.modes),
    inline,
    writes: !/^(GET|HEAD|OPTIONS)$/.test(item.request.method),
    roles,
    examples,
    answers: item.examples.map(({ body }) => parseLooseJson(body)),
    documented: readDocumented(item.description),
    modes: knowledge.modes,
    isConverted: knowledge.conventions.isConverted,
    provesCredential: takesCredential(item),
  }
}

/** Whether the body takes a user's credential; a token endpoint takes a program's credential. */
function takesCredential({ name, request }: Item): boolean {
  const { method, url, body } = request
  if (/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method) || mentions(body, 'grant_type')) return false
  return provesCredential(name, url.path)
}

function mentions(body: RequestTemplate['body'], text: string): boolean {
  if (!body) return false
  return (body.mode === 'raw' ? body.text : JSON.stringify(body)).includes(text)
}
