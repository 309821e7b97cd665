import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType

/** What a package shows of itself. */
export interface PublicApi {
  /**
   * The names that its entries export, each with its type: functions with their parameters, classes and interfaces with their public members.
   * Text, one line a name or member; a name that an earlier entry has is only listed.
   */
  text: string
  /** Types that an exported signature names and no entry exports. */
  unnamed: string[]
}

/** Reads the entries of the package: sources by the name that users import. */
export function publicApi(entries: Record<string, string>): PublicApi {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const files = Object.values(entries).map((file) => join(root, file))
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const known = new Map<ts.Symbol, string>()
  const texts = Object.entries(entries).map(([name, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)
    const symbols = module ? checker.getExportsOfModule(module) : []
    const lines = [...symbols]
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap((exported) => {
        const symbol = aliased(exported, checker)
        const entry = known.get(symbol)
        if (entry !== undefined) return [`${exported.name}: see ${entry}`]
        known.set(symbol, name)
        return describe(exported, checker)
      })
    return `# ${name}\n\n${lines.join('\n')}\n`
  })
  return { text: texts.join('\n'), unnamed: namedBy(known, checker) }
}

/** The types of this package that signatures of `known` name, directly or through each other, and that are not in it. */
function namedBy(known: ReadonlyMap<ts.Symbol, string>, checker: ts.TypeChecker): string[] {
  const seen = new Set(known.keys())
  for (const symbol of seen)
    for (const declaration of symbol.declarations ?? [])
      visit(declaration, (name) => {
        const found = checker.getSymbolAtLocation(name)
        const one = found && aliased(found, checker)
        if (one && one.flags & NAMED && (one.declarations ?? []).some(isOwn)) seen.add(one)
      })
  return [...seen].filter((symbol) => !known.has(symbol)).map(({ name }) => name)
}

const NAMED = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class

const isOwn = (one: ts.Node) => one.getSourceFile().fileName.startsWith(join(root, 'src/'))

/** Calls `use` with every name of a type in a declaration, apart from private members and the insides of functions. */
function visit(node: ts.Node, use: (name: ts.Node) => void): void {
  if (ts.isBlock(node) || isHidden(node)) return
  if (ts.isTypeReferenceNode(node)) use(node.typeName)
  if (ts.isExpressionWithTypeArguments(node)) use(node.expression)
  ts.forEachChild(node, (child) => visit(child, use))
}

function isHidden(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false
  const isImplementation =
    ts.isConstructorDeclaration(node) && node.parent.members.filter(ts.isConstructorDeclaration)[0] !== node
  const isPrivate = Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private)
  return isImplementation || isPrivate || Boolean(node.name && ts.isPrivateIdentifier(node.name))
}

function aliased(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker): string[] {
  const symbol = aliased(exported, checker)
  const { name } = exported
  if (symbol.flags & ts.SymbolFlags.Class) {
    const [made] = checker.getTypeOfSymbol(symbol).getConstructSignatures()
    const statics = checker
      .getTypeOfSymbol(symbol)
      .getProperties()
      .filter((member) => member.name !== 'prototype')
    return [
      `class ${name}`,
      ...(made ? [`  new ${signature(made, checker)}`] : []),
      ...members(statics, checker).map((line) => line.replace('  ', '  static ')),
      ...members(checker.getDeclaredTypeOfSymbol(symbol).getProperties(), checker),
    ]
  }
  if (symbol.flags & ts.SymbolFlags.Interface)
    return [`interface ${name}`, ...members(checker.getDeclaredTypeOfSymbol(symbol).getProperties(), checker)]
  if (symbol.flags & ts.SymbolFlags.TypeAlias)
    return [`type ${name} = ${text(checker.getDeclaredTypeOfSymbol(symbol), checker)}`]
  return [`const ${name}: ${text(checker.getTypeOfSymbol(symbol), checker)}`]
}

function members(symbols: ts.Symbol[], checker: ts.TypeChecker): string[] {
  const isOurs = (one: ts.Declaration) =>
    !(ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) &&
    !one.getSourceFile().fileName.includes('/node_modules/')
  const isPublic = ({ name, declarations }: ts.Symbol) =>
    !/^(__|#)/.test(name) && (declarations ?? []).every(isOurs)
  return symbols
    .filter(isPublic)
    .map((symbol) => {
      const isOptional = symbol.flags & ts.SymbolFlags.Optional ? '?' : ''
      return `  ${symbol.name}${isOptional}: ${text(checker.getTypeOfSymbol(symbol), checker)}`
    })
    .sort()
}

function signature(found: ts.Signature, checker: ts.TypeChecker): string {
  return checker.signatureToString(found, undefined, FLAGS)
}

function text(type: ts.Type, checker: ts.TypeChecker): string {
  return checker
    .typeToString(type, undefined, FLAGS)
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/\s+/g, ' ')
}
