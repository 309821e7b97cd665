import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import ts from 'typescript'

type Schema = Record<string, unknown>

/** Where the source that names the events seems to stand; nothing is written. */
const PATH = join(import.meta.dirname, 'events-of-the-package.ts')
const SOURCE = `import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime'
export declare const event: RealtimeServerEvent`

/**
 * What is wrong with an event of the server, judged by JSON Schemas that are made from the types of the `openai` package: missing, wrong and
 * unknown fields, and events that the package does not know. Empty if the event is valid.
 */
export function complaintsAbout(event: object): string[] {
  judges ??= makeJudges()
  const { type } = event as { type?: unknown }
  const judge = judges.get(String(type))
  if (!judge) return [`the package knows no event "${String(type)}"`]
  const copy = withoutKnownGaps(event)
  if (judge(copy)) return []
  const errors = judge.errors ?? []
  return [
    `${type}: ${errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('; ')} in ${JSON.stringify(copy)}`.slice(
      0,
      1_500,
    ),
  ]
}

let judges: Map<string, ValidateFunction> | undefined

/**
 * Fields the real service sends, and clients need, that the types of the package do not know: the session's identity, `null` for a transcript that
 * is not there yet. The rates of PCM beside 24 kHz are this server's own.
 */
function withoutKnownGaps(event: object): object {
  const text = JSON.stringify(event, (key, value: unknown) => {
    if (key === 'transcript' && value === null) return undefined
    return key === 'rate' && [8_000, 16_000, 48_000].includes(value as number) ? 24_000 : value
  })
  const copy = JSON.parse(text) as { session?: Record<string, unknown> }
  for (const field of ['object', 'id', 'expires_at']) delete copy.session?.[field]
  return copy
}

/** One compiled schema for each event type. */
function makeJudges(): Map<string, ValidateFunction> {
  const { checker, union } = typesOfThePackage()
  const writer = new SchemaWriter(checker)
  const events = (union as ts.UnionType).types.map((type) => ({
    name: literalOf(checker.getTypeOfSymbol(checker.getPropertyOfType(type, 'type')!)),
    schema: writer.write(type),
  }))
  const ajv = new Ajv({ allErrors: true, strict: false })
  return new Map(
    events.map(({ name, schema }) => [name, ajv.compile({ ...schema, $defs: writer.definitions })]),
  )
}

function typesOfThePackage(): { checker: ts.TypeChecker; union: ts.Type } {
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === PATH || fileExists.call(host, name)
  host.getSourceFile = (name, ...rest) =>
    name === PATH
      ? ts.createSourceFile(name, SOURCE, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([PATH], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(PATH)!
  const [event] = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)
  return { checker, union: checker.getTypeOfSymbol(event!) }
}

/** Writes TypeScript types as JSON Schemas; an object may have no field that its type does not name. */
class SchemaWriter {
  readonly definitions: Record<string, Schema> = {}
  readonly #names = new Map<ts.Type, string>()
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  write(type: ts.Type): Schema {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral))
      return { const: (type as ts.LiteralType).value }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' }
    if (flags & ts.TypeFlags.String) return { type: 'string' }
    if (flags & ts.TypeFlags.Number) return { type: 'number' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnion()) return { anyOf: type.types.filter(isThere).map((one) => this.write(one)) }
    // `string & {}`: any string, with hints for an editor.
    if (type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String))
      return { type: 'string' }
    if (this.#checker.isArrayType(type)) {
      return {
        type: 'array',
        items: this.write(this.#checker.getTypeArguments(type as ts.TypeReference)[0]!),
      }
    }
    if (flags & ts.TypeFlags.Object) return this.#reference(type)
    throw new Error(`no schema for ${this.#checker.typeToString(type)}`)
  }

  /** Objects stand under a name, because some hold themselves. */
  #reference(type: ts.Type): Schema {
    let name = this.#names.get(type)
    if (name === undefined) {
      name = `type${this.#names.size}`
      this.#names.set(type, name)
      this.definitions[name] = this.#object(type)
    }
    return { $ref: `#/$defs/${name}` }
  }

  #object(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of this.#checker.getPropertiesOfType(type)) {
      properties[property.name] = this.write(this.#checker.getTypeOfSymbol(property))
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
    }
    const others = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      properties,
      required,
      additionalProperties: others ? this.write(others) : false,
    }
  }
}

const literalOf = (type: ts.Type) => String((type as ts.LiteralType).value)

const isThere = (type: ts.Type) => !(type.flags & ts.TypeFlags.Undefined)
