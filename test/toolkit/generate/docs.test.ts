import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { typescript } from '../../../src/toolkit/generate/typescript.js'
import { checkTypes } from '../../support/check-types.js'
import { targetInput } from '../../support/compiled.js'

const root = join(import.meta.dirname, '../../..')

it('has examples in docs/compile.md that compile', async () => {
  const document = JSON.parse(await readFile(join(root, 'examples/petshop/postman.json'), 'utf8')) as unknown
  const text = await readFile(join(root, 'docs/compile.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
  expect(examples).toHaveLength(3)
  const files = Object.fromEntries(examples.map((code, index) => [`example${index}.ts`, code]))
  expect(checkTypes({ 'petshop.ts': typescript.toFile(targetInput(document)), ...files })).toEqual([])
})
