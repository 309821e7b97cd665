import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import ts from 'typescript'

type Schema = Record<string, unknown>

/** Where the source that names the events seems to stand; nothing is written. */
const PATH = join(import.meta.dirname, 'events-of-the-package.ts')

/** For each union of events that a module of a package exports, its events. The types are read once for all of them. */
export function packageEvents(module: string, unions: readonly string[]): PackageEvents[] {
  const { checker, types } = typesOfThePackage(module, unions)
  return types.map((union) => new PackageEvents(checker, union as ts.UnionType))
}

/** For each type expression in which `of` is a module of a package, what is wrong with a value. */
export function packageTypes(
  module: string,
  expressions: readonly string[],
): ((value: object) => string[])[] {
  const text = expressions.map(
    (one, at) => `export declare const type${at}: ${one.replaceAll('of.', `import('${module}').`)}`,
  )
  const { checker, types } = typesIn(`export {}\n${text.join('\n')}`)
  return types.map((type) => {
    const writer = new SchemaWriter(checker)
    const schema = writer.write(type)
    const judge = new Ajv({ allErrors: true, strict: false }).compile({
      ...schema,
      $defs: writer.definitions,
    })
    return (value) => {
      if (judge(value)) return []
      const faults = (judge.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
      return [`${faults.join('; ')} in ${JSON.stringify(value)}`.slice(0, 1_500)]
    }
  })
}

/** The events of a union as JSON Schemas made from its types. An object may have no field that its type does not name. */
export class PackageEvents {
  readonly #judges = new Map<string, ValidateFunction>()
  readonly #schemas: Map<string, Schema>
  readonly #definitions: Record<string, Schema>

  constructor(checker: ts.TypeChecker, union: ts.UnionType) {
    const writer = new SchemaWriter(checker)
    this.#schemas = new Map(
      union.types.map((type) => [
        literalOf(checker.getTypeOfSymbol(checker.getPropertyOfType(type, 'type')!)),
        writer.write(type),
      ]),
    )
    this.#definitions = writer.definitions
  }

  /** The types of the events. */
  get names(): string[] {
    return [...this.#schemas.keys()]
  }

  /** What is wrong with an event: missing, wrong and unknown fields, or an event that the package does not know. Empty if it is valid. */
  complaintsAbout(event: object): string[] {
    const { type } = event as { type?: unknown }
    const judge = this.#judge(String(type))
    if (!judge) return [`the package knows no event "${String(type)}"`]
    if (judge(event)) return []
    const errors = judge.errors ?? []
    return [
      `${type}: ${errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('; ')} in ${JSON.stringify(event)}`.slice(
        0,
        1_500,
      ),
    ]
  }

  /** The smallest valid event of a type: all required fields, with empty values. */
  sample(name: string): { type: string } {
    return this.#sampleOf(this.#schemas.get(name)!) as { type: string }
  }

  #judge(name: string): ValidateFunction | undefined {
    const schema = this.#schemas.get(name)
    const judge = this.#judges.get(name)
    if (judge || !schema) return judge
    const made = new Ajv({ allErrors: true, strict: false }).compile({ ...schema, $defs: this.#definitions })
    this.#judges.set(name, made)
    return made
  }

  #sampleOf(schema: Schema): unknown {
    if ('const' in schema) return schema.const
    if ('$ref' in schema) return this.#sampleOf(this.#definitions[String(schema.$ref).split('/').at(-1)!]!)
    if ('anyOf' in schema) return this.#sampleOf((schema.anyOf as Schema[])[0]!)
    if (schema.type === 'array') return []
    if (schema.type === 'object') {
      const properties = schema.properties as Record<string, Schema>
      return Object.fromEntries(
        (schema.required as string[]).map((name) => [name, this.#sampleOf(properties[name]!)]),
      )
    }
    return { string: '', number: 0, boolean: false, null: null }[schema.type as string] ?? null
  }
}

function typesOfThePackage(
  module: string,
  unions: readonly string[],
): { checker: ts.TypeChecker; types: ts.Type[] } {
  const names = new Set(unions.map((union) => union.split('.')[0]))
  const declared = unions.map((union, at) => `export declare const union${at}: ${union}`)
  return typesIn(`import type { ${[...names].join(', ')} } from '${module}'\n${declared.join('\n')}`)
}

/** The types of what a source exports. */
function typesIn(text: string): { checker: ts.TypeChecker; types: ts.Type[] } {
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
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([PATH], options, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(PATH)!
  const events = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)
  return { checker, types: events.map((event) => checker.getTypeOfSymbol(event)) }
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
