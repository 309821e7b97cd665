// @ts-check
/** Lets a bench import a source file by itself: `import './load-ts.mjs'`, then `await import('../src/x.ts')`. */
import { existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

if (!new URL(import.meta.url).search) register(`${import.meta.url}?hooks`)

/** @type {import('node:module').ResolveHook} */
export async function resolve(name, context, next) {
  const source = name.startsWith('.') && name.replace(/\.js$/, '.ts')
  const url = source && context.parentURL && new URL(source, context.parentURL)
  if (url && source.endsWith('.ts') && existsSync(url))
    return { url: url.href, format: 'module', shortCircuit: true }
  return next(name, context)
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (/\.(?:json|md|txt)$/.test(url) && !context.importAttributes?.type) {
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const source = url.endsWith('.json') ? jsonModule(text) : `export default ${JSON.stringify(text)}`
    return { format: 'module', source, shortCircuit: true }
  }
  if (!url.endsWith('.ts')) return next(url, context)
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  return { format: 'module', source: outputText, shortCircuit: true }
}

/** A module of JSON as bundlers make it: the value is the default export, and its members are exports. @param {string} text */
function jsonModule(text) {
  const names = Object.keys(JSON.parse(text)).filter((name) => /^[a-z]\w*$/i.test(name))
  const members = names.map((name) => `const _${name} = all.${name}; export { _${name} as ${name} }`)
  return [`const all = ${text}`, 'export default all', ...members].join('\n')
}
