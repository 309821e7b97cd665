// @ts-check
/**
 * The 60 spoken tasks of `test/server/realtime/spoken-tasks.test.ts` on each road, as a table: how many of each kind left
 * the database of the shop as the user wants it. Times are virtual; it takes some minutes.
 * `node bench/spoken-tasks.mjs [ROAD...]`
 */
import { isDeepStrictEqual } from 'node:util'
import './load-ts.mjs'

const { doTasks, KINDS } = await import('../test/support/spoken-tasks.js')
const { ROADS } = await import('../test/support/voice-talk.js')

const roads = ROADS.filter((road) => process.argv.length < 3 || process.argv.includes(road))
/** @type {Record<string, Record<string, string>>} */
const table = Object.fromEntries(KINDS.map((kind) => [kind, {}]))

for (const road of roads) {
  /** @type {Map<string, boolean[]>} */
  const results = new Map()
  await doTasks(road, (name, want, shop) => {
    const kind = name.split(' ')[1] ?? ''
    const isRight =
      isDeepStrictEqual([...shop.orders.values()], [...want.orders.values()]) &&
      shop.writes.length === want.writes
    results.set(kind, [...(results.get(kind) ?? []), isRight])
  })
  for (const [kind, done] of results)
    table[kind] = { ...table[kind], [road]: `${done.filter(Boolean).length}/${done.length}` }
}
console.table(table)
