/** Gives the conformance suite of MCP, which imports `globSync` of Node 22, a module `fs` that exports this name on Node 20 too. */
import { register } from 'node:module'

const asUrl = (/** @type {string} */ code) => `data:text/javascript,${encodeURIComponent(code)}`
const fs =
  'import all from "node:fs"; export * from "node:fs"; export default all; export const globSync = all.globSync'
register(
  asUrl(`export const resolve = (name, context, next) =>
    name === 'fs' && context.parentURL?.includes('/conformance/')
      ? { url: ${JSON.stringify(asUrl(fs))}, shortCircuit: true }
      : next(name, context)`),
)
