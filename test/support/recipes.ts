import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { silentLogger } from '../../src/ports.js'
import { startMock } from '../../src/server/mock/mock-server.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { blocksOf } from './documented.js'

const root = join(import.meta.dirname, '../..')
const petshop = join(root, 'examples/petshop/postman.json')

/** Runs a block of docs/frameworks.md for the pet shop, whose mock answers until the test ends; returns its exports. */
export async function runRecipe(id: string): Promise<unknown> {
  const collections = [parseCollection(JSON.parse(readFileSync(petshop, 'utf8')))]
  const mock = await startMock({
    collections,
    host: '127.0.0.1',
    port: 0,
    latencyMs: 0,
    logger: silentLogger,
  })
  onTestFinished(() => mock.close())
  vi.stubEnv('API_BASE_URL', mock.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  return import(/* @vite-ignore */ `${written(id)}?${mock.url}`)
}

/** Writes the block where its packages are found, with the sources in place of the built package. */
function written(id: string): string {
  const block = blocksOf(join(root, 'docs/frameworks.md')).find((one) => one.id === id)
  if (!block) throw new Error(`docs/frameworks.md has no block "${id}"`)
  const folder = join(root, 'build/recipes')
  const path = join(folder, `${id}.ts`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path,
    block.text
      .replace("'voice/toolkit'", `'${join(root, 'src/toolkit/index.ts')}'`)
      .replace("'postman.json'", `'${petshop}'`),
  )
  return path
}
