import type { Placed } from '../collection/walk.js'
import { parseLooseJson } from '../meaning/loose-json.js'
import type { DecidedRole } from '../meaning/path-roles.js'
import { provesCredential } from '../meaning/personal-secret.js'
import type { Folder, Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { Entry, PathVariable, RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { type Documented, readDocumented } from './documented.js'
import type { ToolInputModes } from './input-modes.js'
import { withOpenDocument } from './open-document.js'
import { type Knowledge, templatePath } from './path-templates.js'
import { pathRoles, withoutFixed } from './path-values.js'

/** One HTTP operation with all that is known about it: the request and the requests of its saved examples. */
export interface Endpoint {
  item: Item
  folders: Folder[]
  /** The request as written, `{id}` and literal ids of the path read as `:id`. */
  request: RequestTemplate
  /** Whether a call may change something: then no record is addressed that the caller did not name. */
  writes: boolean
  /** Variables of the path that stand for a text inside a segment, with that text; without one where it held a place only. */
  inline: ReadonlyMap<string, string | undefined>
  /** What each variable of the path is, and why; those without a value of their own are always inputs and not listed. */
  roles: ReadonlyMap<string, DecidedRole>
  /** Requests of saved examples that went well; those that were answered with an error show how not to ask. */
  examples: RequestTemplate[]
  /** The bodies of the saved examples as JSON, in their order; undefined for what is none. */
  answers: (JsonValue | undefined)[]
  /** What the description says about parameters. */
  documented: Documented
  /** What the owner decides about its parameters. */
  modes: ToolInputModes
  /** A converter wrote the collection: a body shows all that is possible. */
  isConverted: boolean
  /** Whether the call sets or proves the credential of a person, who is then asked for it. */
  provesCredential: boolean
}

/** Gathers what an item says about its operation. */
export function deriveEndpoint({ item, folders }: Placed, knowledge: Knowledge): Endpoint {
  const examples = item.examples.flatMap(({ request, status }) =>
    request && request.method === item.request.method && !(status && status >= 400) ? [request] : [],
  )
  const templated = templatePath({ request: item.request, title: item.name }, knowledge)
  const roles = pathRoles(templated, knowledge)
  const { request, inline } = withoutFixed(templated, roles)
  return {
    item,
    folders,
    request: withOpenDocument(withSettings(request), knowledge.modes),
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

/** Whether a person's credential belongs into the body; a token service takes that of a program. */
function takesCredential({ name, request }: Item): boolean {
  const { method, url, body } = request
  if (/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method) || JSON.stringify(body ?? '').includes('grant_type'))
    return false
  return provesCredential(name, url.path)
}

/** Credentials that stand nowhere, or as `<API Key>`, are settings of that name: nobody but the program may give them. */
function withSettings(request: RequestTemplate): RequestTemplate {
  const { url, headers } = request
  const variables = url.variables.map((one) =>
    isBlankSecret(one) || isSecretPath(one) ? asSetting(one) : one,
  )
  const isSame = variables.every((one, index) => one === url.variables[index])
  const entries = (list: Entry[]) =>
    list.some(isBlankSecret) ? list.map((one) => (isBlankSecret(one) ? asSetting(one) : one)) : list
  const [query, header] = [entries(url.query), entries(headers)]
  if (isSame && query === url.query && header === headers) return request
  return { ...request, url: { ...url, query, variables }, headers: header }
}

const isBlankSecret = ({ key, value }: { key: string | null; value?: JsonValue | undefined }) =>
  typeof value === 'string' && /^<[^<>]*>$/.test(value.trim()) && isCredentialLike(key ?? '')

const isSecretPath = ({ key, value }: PathVariable) => !value && isCredentialLike(key)

function asSetting<T extends { key: string | null }>(entry: T): T & { value: string } {
  return { ...entry, value: `{{${entry.key}}}` }
}
