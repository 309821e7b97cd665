import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { walkItems } from '../../../src/toolkit/collection/walk.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { liftSecrets } from '../../../src/toolkit/secrets/lift-secrets.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { hasShared, sharedPath } from '../../support/shared.js'

const files = hasShared
  ? readdirSync(sharedPath('corpus/collections')).filter((file) => file.endsWith('.json'))
  : []

/** What the tools of a collection take, and what the diagnostics say that they take. */
function disagreements(text: string): string[] {
  const collection = liftSecrets(parseCollection(JSON.parse(text)))
  const { definitions, scenarios, skipped } = compileCollection(collection)
  const unused = new Set(skipped.map(({ pointer }) => pointer))
  const items = walkItems(collection).flatMap(({ item }) => (unused.has(item.pointer) ? [] : [item]))
  const tools = new Map(items.map(({ pointer }, index) => [pointer, definitions[index]!]))
  const tests = new Set(scenarios.map(({ definition }) => definition))
  const toolAt = (pointer: string) =>
    [...tools].find(([own]) => pointer === own || pointer.startsWith(`${own}/`))?.[1]
  const found: string[] = []
  for (const { code, pointer, message } of validateText(text)) {
    const tool = toolAt(pointer)
    if (!tool) continue
    const { properties = {} } = tool.parameters
    const isInput = (name: string) =>
      Object.keys(properties).some((one) => [name, `path_${name}`, `query_${name}`].includes(one)) ||
      Object.hasOwn(properties.body?.properties ?? {}, name)
    const named = [...message.matchAll(/"([^"]*)"/g)].map(([, name]) => name!)
    const [, variable = '', says = ''] = /^\{\{(.*?)\}\} of a path is (sent|an input)/.exec(message) ?? []
    const isWrong =
      (code === 'literal-id' && !isInput(named[1]!)) ||
      (code === 'path-input' && isInput(variable) !== (says === 'an input')) ||
      (code === 'failure-scenario' && !tests.has(tool)) ||
      (code === 'unsafe-get' && tool.annotations.readOnlyHint) ||
      (code === 'read-that-writes' && tool.annotations.readOnlyHint)
    if (isWrong) found.push(`${pointer} ${code}: ${message} — ${Object.keys(properties).join(', ')}`)
  }
  return found
}

describe.skipIf(!hasShared)('diagnostics about tools', () => {
  it('say what the compiler decided, for each request of real collections', { timeout: 300_000 }, () => {
    const wrong = files.flatMap((file) => {
      const text = readFileSync(sharedPath('corpus/collections', file), 'utf8').replace(/^\uFEFF/, '')
      return disagreements(text).map((one) => `${file} ${one}`)
    })
    expect(wrong).toEqual([])
  })
})
