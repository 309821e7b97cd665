import { VoiceError } from '../../errors.js'
import { asArray, asObject, asText, objectsIn } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { findVariables } from '../../toolkit/template/variables.js'
import { collectionOf, type Imported } from './imported.js'
import { itemOf, type Shared } from './openapi/item.js'
import { loadFiles } from './openapi/load-files.js'
import { amount, Remarks } from './openapi/remarks.js'
import { Security } from './openapi/security.js'
import { Servers } from './openapi/servers.js'
import { type OperationSource, openSource, operationsOf, type Source } from './openapi/source.js'

/**
 * Converts an OpenAPI 3.x or 2.0 document to a collection, deterministically. Reads referenced files below `folder`.
 * Throws `import-failed` for a file that cannot be read, for a document without operations and for an unknown
 * version.
 */
export async function importOpenApi(root: JsonObject, folder?: string): Promise<Imported> {
  const version = asText(root.openapi ?? root.swagger) ?? ''
  if (!/^(?:2\.0|3\.\d+(?:\.\d+)?)/.test(version))
    throw refused(
      `it says that it is of version ${version || JSON.stringify(root.openapi ?? root.swagger)}; 2.0 and 3.x are read`,
    )
  const remarks = new Remarks()
  const source = openSource(root, await loadFiles(root, { folder, remarks }), remarks)
  const operations = operationsOf(source)
  if (operations.length === 0) throw refused('it has no operation below "paths"')
  const security = new Security(source)
  const shared: Shared = {
    source,
    security,
    servers: new Servers(source),
    usual: security.read(root.security),
  }
  const items = operations.map((operation) => ({ operation, item: itemOf(operation, shared) }))
  const known = shared.servers.variables()
  const used = items.flatMap(({ item }) => variablesIn(asObject(item.request)))
  const empty = [...new Set([...security.variables, ...used])].filter(
    (key) => !known.some((one) => one.key === key),
  )
  remarkOnCalls(root, operations, remarks)
  const name = asText(asObject(root.info)?.title)?.trim() || 'API'
  const { info, ...rest } = collectionOf(name, inFolders(items, source))
  const description = asText(asObject(root.info)?.description)?.trim()
  return {
    document: {
      info: { ...asObject(info), ...(description ? { description } : {}) },
      ...rest,
      ...(shared.usual ? { auth: shared.usual.auth } : {}),
      variable: [...known, ...empty.map((key) => ({ key, value: '', type: 'string' }))],
    },
    from: root.openapi === undefined ? `a Swagger ${version} document` : `an OpenAPI ${version} document`,
    remarks: remarks.sentences(),
  }
}

function refused(why: string): VoiceError {
  return new VoiceError('import-failed', `The OpenAPI document cannot be converted: ${why}.`)
}

/**
 * The names of the variables in the URL and the headers of a request. The import writes such a variable for a
 * credential, for a cookie, and for a path parameter that is only a part of a path segment.
 */
function variablesIn(request: JsonObject | undefined): string[] {
  return findVariables([request?.url, request?.header])
}

/** Groups items into folders by their first tag, in the order of the document's tags; items without a tag come last. */
function inFolders(items: { operation: OperationSource; item: JsonObject }[], { root }: Source): JsonValue[] {
  const told = objectsIn(root.tags)
  const byTag = new Map<string, JsonObject[]>(told.map(({ name }) => [asText(name) ?? '', []]))
  const alone: JsonObject[] = []
  for (const { operation, item } of items) {
    const tag = asText(asArray(operation.operation.value.tags)[0])?.trim()
    const list = tag ? (byTag.get(tag) ?? []) : alone
    list.push(item)
    if (tag) byTag.set(tag, list)
  }
  const folders = [...byTag].flatMap(([name, item]): JsonObject[] => {
    const description = asText(told.find((tag) => tag.name === name)?.description)?.trim()
    return item.length === 0 ? [] : [{ name, item, ...(description ? { description } : {}) }]
  })
  return [...folders, ...alone]
}

/** Adds remarks about callbacks and webhooks, which are left out because the API itself sends these requests. */
function remarkOnCalls(root: JsonObject, operations: OperationSource[], remarks: Remarks): void {
  const leftOut = (noun: string) => (count: number) =>
    `Left out: ${amount(count, noun)}. The API sends these requests itself, so they cannot be tools.`
  for (const _ of Object.keys(asObject(root.webhooks) ?? root['x-webhooks'] ?? {}))
    remarks.count('webhooks', leftOut('webhook'))
  for (const { operation } of operations)
    for (const _ of Object.keys(asObject(operation.value.callbacks) ?? {}))
      remarks.count('callbacks', leftOut('callback'))
}
