import { messageOf, VoiceError } from '../../errors.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { expandedSize } from './expanded-size.js'
import type { Imported } from './imported.js'

/** Postman's own converter, an optional package: what it is given, what it returns. */
interface Converter {
  convertV2(
    input: { type: 'string'; data: string },
    options: Record<string, unknown>,
    done: (error: unknown, answer?: ConverterAnswer) => void,
  ): void
}

interface ConverterAnswer {
  result: boolean
  reason?: string
  output?: { type: string; data: unknown }[]
}

/** Folders as the API's authors group their operations, values as they exemplify them. */
const OPTIONS = {
  folderStrategy: 'Tags',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  parametersResolution: 'Example',
  requestNameSource: 'Fallback',
  optimizeConversion: false,
  stackLimit: 50,
}

const INSTALL =
  'OpenAPI documents are read with openapi-to-postmanv2, which is not installed; install it beside voice with: npm install openapi-to-postmanv2'

/** The converter needs about half a minute for so many values. */
const MAX_EXPANDED = 1_000_000

/**
 * An OpenAPI 3.x or 2.0 document as a collection. Throws `package-missing` without the converter, and `import-failed` when it refuses or when
 * the references of the document multiply beyond what it can expand.
 */
export async function importOpenApi(text: string, root: JsonObject): Promise<Imported> {
  if (expandedSize(root) > MAX_EXPANDED)
    throw refused(
      `its references expand to more than ${MAX_EXPANDED.toLocaleString('en')} values; import fewer operations, or schemas that refer to fewer others`,
    )
  const converter = await loadConverter()
  const answer = await new Promise<ConverterAnswer>((resolve, reject) => {
    try {
      converter.convertV2({ type: 'string', data: text }, OPTIONS, (error, found) =>
        error || !found ? reject(refused(error)) : resolve(found),
      )
    } catch (error) {
      reject(refused(error))
    }
  })
  const data = answer.output?.[0]?.data
  if (!answer.result || data === undefined) throw refused(answer.reason)
  const version = String(root.openapi ?? root.swagger)
  return {
    // What the converter leaves undefined is no JSON.
    document: withoutNulls(JSON.parse(JSON.stringify(data)) as JsonValue),
    from: root.openapi === undefined ? `a Swagger ${version} document` : `an OpenAPI ${version} document`,
    remarks: remarksOn(root, text),
  }
}

async function loadConverter(): Promise<Converter> {
  try {
    // The name stands in a variable so that neither the bundle nor the compiler looks for an optional package.
    const name = 'openapi-to-postmanv2'
    const found = (await import(name)) as Partial<Converter> & { default?: Converter }
    return found.default ?? (found as Converter)
  } catch (error) {
    throw new VoiceError('package-missing', `${INSTALL}.`, { cause: error })
  }
}

function refused(cause: unknown): VoiceError {
  const why = cause instanceof Error || typeof cause === 'string' ? messageOf(cause) : 'no reason was given'
  return new VoiceError('import-failed', `The OpenAPI document cannot be converted: ${why}.`, { cause })
}

/** The converter writes `auth: null` and empty bodies where there is nothing; the format has no such thing. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([key, member]) => !(member === null && key !== 'value') && !(key === 'body' && isEmpty(member)),
  )
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]))
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** What a collection has no place for. */
function remarksOn(root: JsonObject, text: string): string[] {
  const webhooks = Object.keys(asObject(root.webhooks) ?? {}).length
  const callbacks = (text.match(/(^|[\s{,])["']?callbacks["']?\s*:/g) ?? []).length
  const references = text.matchAll(/\$ref["']?\s*:\s*["']?([^\s"'#]+)/g)
  const outside = [...references].filter(([, target = '']) => /\.(?:ya?ml|json)/.test(target)).length
  return [
    ...(webhooks > 0 ? [`${webhooks} webhooks were left out: they are calls of the API, not to it.`] : []),
    ...(callbacks > 0 ? [`${callbacks} callbacks were left out: they are calls of the API, not to it.`] : []),
    ...(outside > 0
      ? [
          `${outside} references to other files were not followed; bundle the document first, such as with: npx @redocly/cli bundle FILE`,
        ]
      : []),
  ]
}
