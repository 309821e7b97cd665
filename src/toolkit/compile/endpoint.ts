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

/** The request of an item, and all that is known about it. */
export interface Endpoint {
  item: Item
  folders: Folder[]
  /**
   * The request of the item. If no specification defines its inputs, `{id}` and literal ids in its path are replaced by
   * `:id`.
   */
  request: RequestTemplate
  /** Whether a call may change something. The caller must then say which record. */
  writes: boolean
  /**
   * The variables that replace a text inside a path segment, with that text. Undefined if the text was a placeholder.
   */
  inline: ReadonlyMap<string, string | undefined>
  /**
   * The role of each path variable, and the reason. Variables without a value are always inputs, and are not in the
   * map.
   */
  roles: ReadonlyMap<string, DecidedRole>
  /** The requests of saved examples. Those that got an error are left out, because they are wrong. */
  examples: RequestTemplate[]
  /** The bodies of the saved responses as JSON, in order. Undefined for any other body. */
  answers: (JsonValue | undefined)[]
  /** What the description says about parameters. */
  documented: Documented
  /** The decisions of the configuration about the parameters. */
  modes: ToolInputModes
  /** Whether a program converted the collection from another format. Its bodies then have all possible members. */
  isConverted: boolean
  /** Whether the call sets or checks a user's credential. The user is then asked for it. */
  provesCredential: boolean
}

/** Collects what an item says about its request. */
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

/** Whether the body has a credential of the user. That of a token endpoint (`grant_type`) has one of a program. */
function takesCredential({ name, request }: Item): boolean {
  const { method, url, body } = request
  if (/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method) || mentions(body, 'grant_type')) return false
  return provesCredential(name, url.path)
}

function mentions(body: RequestTemplate['body'], text: string): boolean {
  if (!body) return false
  return (body.mode === 'raw' ? body.text : JSON.stringify(body)).includes(text)
}
