import type { Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import { parseLooseJson } from '../semantics/loose-json.js'
import { provesCredential } from '../semantics/personal-secret.js'
import { type Documented, readDocumented } from './documented.js'

/**
 * The facts about an item from its saved examples, description, name and request. Each fact is computed when it is
 * first needed.
 */
export class ItemFacts {
  readonly #item: Item
  #examples: RequestTemplate[] | undefined
  #answers: (JsonValue | undefined)[] | undefined
  #documented: Documented | undefined
  #provesCredential: boolean | undefined

  constructor(item: Item) {
    this.#item = item
  }

  /** The requests of saved examples. A request that got an error is left out, because it may be wrong. */
  get examples(): RequestTemplate[] {
    const { method } = this.#item.request
    this.#examples ??= this.#item.examples.flatMap(({ request, status }) =>
      request && request.method === method && !(status && status >= 400) ? [request] : [],
    )
    return this.#examples
  }

  /** The bodies of the saved responses as JSON, in the order of the examples. */
  get answers(): (JsonValue | undefined)[] {
    this.#answers ??= this.#item.examples.map(({ body }) => parseLooseJson(body))
    return this.#answers
  }

  /** The facts about parameters that the description states. */
  get documented(): Documented {
    this.#documented ??= readDocumented(this.#item.description)
    return this.#documented
  }

  get provesCredential(): boolean {
    this.#provesCredential ??= takesCredential(this.#item)
    return this.#provesCredential
  }
}

/**
 * Whether a call takes a credential of the user, such as the password of a login. A token endpoint (its body mentions
 * `grant_type`) takes a credential of the program, so the result is false.
 */
function takesCredential({ name, request }: Item): boolean {
  const { method, url, body } = request
  if (/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method) || mentions(body, 'grant_type')) return false
  return provesCredential(name, url.path)
}

function mentions(body: RequestTemplate['body'], text: string): boolean {
  if (!body) return false
  return (body.mode === 'raw' ? body.text : JSON.stringify(body)).includes(text)
}
