import { describe, expect, it } from 'vitest'
import { validate as compiled } from '../../../build/schemas/collection.js'
import { pathPointer } from '../../../src/toolkit/validate/raw-diagnostic.js'
import { schemaDiagnostics } from '../../../src/toolkit/validate/schema-diagnostics.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { type CorpusFile, corpusFiles } from '../../support/corpus.js'
import { type Mutation, mutate } from '../../support/mutator.js'
import { officialSchema } from '../../support/official-schema.js'
import { seeded } from '../../support/seeded.js'
import { hasShared } from '../../support/shared.js'

const FULL = process.env.VOICE_TEST_FULL === '1'
const MUTANTS = FULL ? 24_000 : 1_500
const PLACED = FULL ? 2_000 : 150

const explain = (document: Parameters<typeof schemaDiagnostics>[0]) => schemaDiagnostics(document)

describe.skipIf(!hasShared)('the verdict of the published schema', () => {
  const official = hasShared ? officialSchema() : () => true
  const files = hasShared ? [...corpusFiles('collections'), ...corpusFiles('negative')] : []
  const parsed = files.filter((file): file is Required<CorpusFile> => file.document !== undefined)
  const accepted = parsed.filter((file) => official(file.document))

  it('is ours on every file of the corpus', () => {
    for (const { name, document, text } of parsed) {
      const want = official(document)
      expect(compiled(document), name).toBe(want)
      expect(explain(document).length === 0, name).toBe(want)
      expect(validateText(text, { profile: 'official' }).length === 0, name).toBe(want)
    }
    expect(parsed.length).toBeGreaterThan(150)
  })

  it(`is ours on ${MUTANTS} mutants, and a refused one has exactly one error at the changed place`, () => {
    const random = seeded(2)
    const tally = { refused: 0, one: 0, right: 0 }
    for (let index = 0; index < MUTANTS; index++) {
      const { document, name } = accepted[index % accepted.length]!
      const mutation = mutate(document, random)
      const [want, faults] = [official(document), explain(document)]
      expect(compiled(document), `${name} ${mutation.kind} ${mutation.path.join('/')}`).toBe(want)
      expect(faults.length === 0, `${name} ${mutation.kind} ${mutation.path.join('/')}`).toBe(want)
      mutation.undo()
      if (want) continue
      tally.refused++
      if (faults.length !== 1) continue
      tally.one++
      if (pathPointer(faults[0]!.keyOf ?? faults[0]!.path) === expectedPointer(mutation)) tally.right++
    }
    const share = (count: number) => count / tally.refused
    console.log(
      `${MUTANTS} mutants, 0 verdicts differ; of ${tally.refused} refused ones ${percent(share(tally.one))} have one error, ${percent(share(tally.right))} at the changed place`,
    )
    expect(share(tally.one)).toBeGreaterThanOrEqual(0.97)
    expect(share(tally.right)).toBeGreaterThanOrEqual(0.97)
  })

  it(`puts the error of ${PLACED} refused mutants on the changed line`, () => {
    const random = seeded(3)
    const small = accepted.filter(({ text }) => text.length < 100_000)
    let [refused, right] = [0, 0]
    for (let index = 0; refused < PLACED; index++) {
      const { document } = small[index % small.length]!
      const mutation = mutate(document, random)
      if (official(document)) {
        mutation.undo()
        continue
      }
      refused++
      const text = JSON.stringify(document, null, 2)
      const line = lineOf(text, expectedPointer(mutation), document)
      const errors = validateText(text, { profile: 'official' })
      mutation.undo()
      if (errors.length === 1 && errors[0]!.line === line) right++
    }
    console.log(`${percent(right / refused)} of ${refused} refused mutants: one error, on the changed line`)
    expect(right / refused).toBeGreaterThanOrEqual(0.97)
  })
})

function expectedPointer({ expected }: Mutation): string {
  return pathPointer(
    expected.path.reduce<ReturnType<typeof step>>((parent, key) => step(parent, key), undefined),
  )
}

function step(
  parent: Parameters<typeof pathPointer>[0],
  key: string | number,
): Parameters<typeof pathPointer>[0] {
  return { parent, key }
}

/** The line of a place in text that `JSON.stringify` wrote with two spaces, found by counting what it wrote before. */
function lineOf(text: string, pointer: string, document: unknown): number {
  const mark = '\u0000mark'
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keys.length === 0) return 1
  const copy = structuredClone(document) as Record<string, unknown>
  const parent = keys
    .slice(0, -1)
    .reduce<Record<string, unknown>>((value, key) => value[key] as Record<string, unknown>, copy)
  parent[keys.at(-1)!] = mark
  const before = JSON.stringify(copy, null, 2).split(JSON.stringify(mark))[0]!
  expect(text.startsWith(before)).toBe(true)
  return before.split('\n').length
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
