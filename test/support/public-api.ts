import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType

/**
 * The names that entries of the package export, each with its type: functions with their parameters, classes and interfaces with their
 * public members. Text, one line a name or member.
 */
export function publicApi(entries: Record<string, string>): string {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    Object.values(entries).map((file) => join(root, file)),
    options,
  )
  const checker = program.getTypeChecker()
  return Object.entries(entries)
    .map(([name, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file))!)
      const symbols = module ? checker.getExportsOfModule(module) : []
      const lines = [...symbols]
        .sort((a, b) => a.name.localeCompare(b.name))
        .flatMap((symbol) => describe(symbol, checker))
      return `# ${name}\n\n${lines.join('\n')}\n`
    })
    .join('\n')
}

function describe(exported: ts.Symbol, checker: ts.TypeChecker): string[] {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
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
