// @ts-check
/**
 * Makes the types of `voice/client` complete. They name types of the protocol from `openai`, a package that users of the client need
 * not have. This script copies the declarations that they use, and those that these use in turn, to dist/client/openai, and lets the
 * types import them from there. The licence of `openai` is in dist/LICENSES.txt.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const CLIENT = 'dist/client'
const TARGET = join(CLIENT, 'openai')
const PACKAGE = join('node_modules', 'openai')

/**
 * A declaration file of the package: its statements by the name that they declare, and what its imports bind.
 * @typedef {{ path: string, source: ts.SourceFile, declared: Map<string, ts.Statement[]>, imported: Map<string, { file: string, name: string | undefined, node: ts.ImportDeclaration }> }} Module
 */

/** @type {Map<string, Module>} */
const modules = new Map()

/** @param {string} path @returns {Module} */
function moduleAt(path) {
  const known = modules.get(path)
  if (known) return known
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  /** @type {Module} */
  const made = { path, source, declared: new Map(), imported: new Map() }
  modules.set(path, made)
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) bind(made, statement)
    else if (
      'name' in statement &&
      statement.name &&
      ts.isIdentifier(/** @type {ts.Node} */ (statement.name))
    ) {
      const { text } = /** @type {ts.Identifier} */ (statement.name)
      made.declared.set(text, [...(made.declared.get(text) ?? []), statement])
    }
  }
  return made
}

/** @param {Module} module @param {ts.ImportDeclaration} node */
function bind(module, node) {
  const from = /** @type {ts.StringLiteral} */ (node.moduleSpecifier).text
  const bindings = node.importClause?.namedBindings
  if (!from.startsWith('.') || !bindings) return
  const file = join(dirname(module.path), from.replace(/\.js$/, '.d.ts'))
  if (ts.isNamespaceImport(bindings)) module.imported.set(bindings.name.text, { file, name: undefined, node })
  else
    for (const { name, propertyName } of bindings.elements)
      module.imported.set(name.text, { file, name: (propertyName ?? name).text, node })
}

/** What is kept: the names of a file's declarations, and its imports. @type {Map<string, { names: Set<string>, imports: Map<ts.ImportDeclaration, Set<string>> }>} */
const kept = new Map()

/** Keeps a declaration and all that it names. @param {string} path @param {string} name */
function keep(path, name) {
  const module = moduleAt(path)
  const entry = kept.get(path) ?? { names: new Set(), imports: new Map() }
  kept.set(path, entry)
  if (entry.names.has(name)) return
  entry.names.add(name)
  for (const statement of module.declared.get(name) ?? []) visit(statement)

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isIdentifier(node)) follow(node)
    else ts.forEachChild(node, visit)
  }

  /** @param {ts.Identifier} identifier */
  function follow(identifier) {
    const { parent, text } = identifier
    const isMember =
      (ts.isQualifiedName(parent) && parent.right === identifier) ||
      ((ts.isPropertySignature(parent) ||
        ts.isInterfaceDeclaration(parent) ||
        ts.isTypeAliasDeclaration(parent)) &&
        parent.name === identifier)
    if (isMember) return
    const binding = module.imported.get(text)
    if (binding) {
      const used = entry.imports.get(binding.node) ?? new Set()
      entry.imports.set(binding.node, used.add(text))
      const wanted = binding.name ?? (ts.isQualifiedName(parent) ? parent.right.text : undefined)
      if (wanted !== undefined) keep(binding.file, wanted)
    } else if (module.declared.has(text)) keep(path, text)
  }
}

const typeFiles = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.d.ts') && !path.startsWith('openai'))
  .map((path) => join(CLIENT, path))

rmSync(TARGET, { recursive: true, force: true })
for (const path of typeFiles) {
  const text = readFileSync(path, 'utf8')
  // The bundler leaves an import without names behind, for which there is nothing to load.
  const own = text
    .replace(/^import ['"]openai\/[\w/-]+['"];?\n/gm, '')
    .replace(
      /import \{([^}]*)\} from ['"]openai\/([\w/-]+)['"]/g,
      (_, /** @type {string} */ names, /** @type {string} */ from) => {
        for (const name of names.split(',')) {
          const [wanted = ''] = name
            .replace(/^\s*type /, '')
            .trim()
            .split(/\s+as\s+/)
          if (wanted) keep(join(PACKAGE, `${from}.d.ts`), wanted)
        }
        const target = relative(dirname(path), join(TARGET, from))
        return `import {${names}} from '${target.startsWith('.') ? target : `./${target}`}.js'`
      },
    )
  if (own !== text) writeFileSync(path, own)
}

for (const [path, { names, imports }] of kept) {
  const { source, declared } = moduleAt(path)
  const lines = [...imports].map(([node, used]) => importLine(node, used))
  const statements = [...names].flatMap((name) => declared.get(name) ?? []).sort((a, b) => a.pos - b.pos)
  const target = join(TARGET, relative(PACKAGE, path))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, [...lines, ...statements.map((one) => one.getFullText(source).trim()), ''].join('\n'))
}

/** @param {ts.ImportDeclaration} node @param {Set<string>} used */
function importLine(node, used) {
  const from = /** @type {ts.StringLiteral} */ (node.moduleSpecifier).text
  const bindings = node.importClause?.namedBindings
  if (bindings && ts.isNamespaceImport(bindings))
    return `import type * as ${bindings.name.text} from '${from}'`
  return `import type { ${[...used].join(', ')} } from '${from}'`
}

const left = typeFiles.flatMap((path) =>
  ts
    .preProcessFile(readFileSync(path, 'utf8'))
    .importedFiles.filter(({ fileName }) => !/^(\.|react$)/.test(fileName))
    .map(({ fileName }) => `${path}: ${fileName}`),
)
if (left.length > 0) throw new Error(`these types name modules of other packages:\n${left.join('\n')}`)
