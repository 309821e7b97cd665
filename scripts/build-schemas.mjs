// @ts-check
/**
 * Joins the JSON Schema files of a collection and compiles them to code in `build/schemas/`, so that a start pays nothing for them.
 * The code has `validate(value): boolean`, `validateItem` for one request alone, `schema`, the joined schema without its texts, for
 * code that explains why a value was refused, and `names`, all members that the schema names. Run by `npm run build`; the output is never committed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { transform } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'build/schemas')

const NAME = 'collection'
const FILE = 'schemas/collection/collection.json'

/** @typedef {Record<string, unknown>} Schema */

/** Counts code points, as `maxLength` wants it; replaces a module that only CommonJS can load. */
const UCS2_LENGTH = 'const ucs2length = (text) => { let n = 0; for (const _ of text) n++; return n }'

/** @param {string} code @returns {string} the same validator without any import */
function selfContained(code) {
  const inlined = code.replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'ucs2length')
  const used = inlined === code ? code : `${UCS2_LENGTH}\n${inlined}`
  if (/\brequire\(/.test(used))
    throw new Error('the compiled validator imports something new; inline it here')
  return used
}

/**
 * The code answers true or false: it only counts errors, and passes no paths on. `schema-diagnostics` explains errors.
 * To build those of Ajv took most of the time, also for a valid value, because each alternative that does not match has some.
 * @param {string} code @returns {string}
 */
function withoutErrors(code) {
  const bare = code
    .replace(/, \{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, '')
    .replace(/, \{instancePath[^{}]*,rootData\}\)/g, ')')
    .replace(/\{instancePath[^{}]*,params:\{[^{}]*\}\}/g, '0')
    .replace(/let vErrors = null;/g, '')
    .replace(/if\(vErrors === null\)\{vErrors = \[\w+\];\}\s*else \{vErrors\.push\(\w+\);\}/g, '')
    .replace(/if\(vErrors !== null\)\{if\(\w+\)\{vErrors\.length = \w+;\}\s*else \{vErrors = null;\}\}/g, '')
    .replace(/vErrors = vErrors === null [^;]*;\s*errors = vErrors\.length;/g, 'errors++;')
    .replace(/\w+\.errors = (?:vErrors|\[\w+\]);/g, '')
  if (/instancePath|vErrors|\.errors/.test(bare))
    throw new Error('the compiled validator describes errors in a new way')
  return bare
}

const TEXTS = new Set(['$schema', '$id', 'description', 'examples', 'default'])

/** @param {unknown} schema @param {boolean} [names] whether the keys are names and not keywords @returns {unknown} */
function withoutTexts(schema, names = false) {
  if (Array.isArray(schema)) return schema.map((part) => withoutTexts(part))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key]) => names || !TEXTS.has(key))
  return Object.fromEntries(
    kept.map(([key, part]) => [key, withoutTexts(part, key === 'properties' || key === 'definitions')]),
  )
}

/**
 * Every `$ref` of a part, rewritten for its place under `definitions` of the joined schema.
 * @param {unknown} schema @param {string} part @returns {unknown}
 */
function relocate(schema, part) {
  if (Array.isArray(schema)) return schema.map((inner) => relocate(inner, part))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, relocate(inner, part)]
      const [file = '', pointer = ''] = inner.split('#')
      return [key, `#/definitions/${file ? basename(file, '.json') : part}${pointer}`]
    }),
  )
}

/** @param {string} file @returns {Promise<Schema>} one schema with each file it reaches under `definitions` */
async function joined(file) {
  const refs = await $RefParser.resolve(join(root, file))
  const parts = Object.entries(refs.values()).map(([path, schema]) => [basename(path, '.json'), schema])
  const definitions = Object.fromEntries(parts.map(([part, schema]) => [part, relocate(schema, part)]))
  return { $ref: `#/definitions/${basename(file, '.json')}`, definitions }
}

/** @param {unknown} schema @returns {string[]} the names of all members, some of them repeatedly */
function memberNames(schema) {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = /** @type {{ properties?: object }} */ (schema)
  return [...Object.keys(properties), ...Object.values(schema).flatMap(memberNames)]
}

/** @param {string} part @param {import('ajv').ValidateFunction} whole @returns {string} the name of the part's function in the code */
function functionFor(part, { schemaEnv }) {
  const { validate } = /** @type {import('ajv/dist/compile/index.js').SchemaEnv} */ (
    schemaEnv.refs[`#/definitions/${part}`]
  )
  if (!validate?.source) throw new Error(`the code has no function for ${part}`)
  return String(validate.source.validateName)
}

const schema = await joined(FILE)
const ajv = new Ajv({
  strict: false,
  messages: false,
  validateFormats: false,
  inlineRefs: false,
  code: { source: true, esm: true },
})
const bare = /** @type {Schema} */ (withoutTexts(schema))
const validate = ajv.compile(bare)
const code = withoutErrors(selfContained(standalone(ajv, validate)))
const validateItem = functionFor('item', validate)
mkdirSync(out, { recursive: true })
const names = JSON.stringify([...new Set(memberNames(bare))])
const { code: small } = await transform(
  `${code}\nexport const validateItem = ${validateItem}\nexport const schema = ${JSON.stringify(bare)}\nexport const names = ${names}`,
  { minify: true, format: 'esm' },
)
writeFileSync(join(out, `${NAME}.js`), small)
writeFileSync(
  join(out, `${NAME}.d.ts`),
  `export declare function validate(value: unknown): boolean
export declare function validateItem(value: unknown): boolean
export declare const schema: Record<string, unknown>
export declare const names: readonly string[]
`,
)
