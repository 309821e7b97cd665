import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const collection = parseCollection({
  info: { name: 'Shop' },
  item: [
    { name: 'List pets', request: 'https://x.test/{{tenant}}/pets?by={{user}}' },
    { name: 'Add pet', request: { method: 'POST', url: 'https://x.test/pets' } },
  ],
})
const toolkit = new RESTAPIToolkit(collection)
const inputsOf = ({ definitions }: RESTAPIToolkit) =>
  definitions.map(({ parameters }) => Object.keys(parameters.properties ?? {}))
const urlOf = (own: RESTAPIToolkit) => own.getFunctions()[0]!.dryRun!({})

describe('tools of several identities', () => {
  it('share one compilation if they fill the same variables, and keep their own values', () => {
    const ann = toolkit.forIdentity({ variables: { user: 'ann', tenant: 't1' } })
    const bob = toolkit.forIdentity({ variables: { tenant: 't2', user: 'bob' }, deny: ['Add pet'] })
    expect(bob.definitions).toHaveLength(1)
    expect(bob.definitions[0]).toBe(ann.definitions[0])
    expect(urlOf(ann)).toMatchObject({ url: 'https://x.test/t1/pets?by=ann' })
    expect(urlOf(bob)).toMatchObject({ url: 'https://x.test/t2/pets?by=bob' })
    expect(urlOf(ann)).toMatchObject({ url: 'https://x.test/t1/pets?by=ann' })
  })

  it('are compiled for the variables that each of them fills', () => {
    expect(inputsOf(toolkit)).toEqual([['tenant', 'by'], []])
    expect(inputsOf(toolkit.forIdentity({ variables: { user: 'ann' } }))).toEqual([['tenant'], []])
    expect(inputsOf(toolkit.forIdentity({ variables: { tenant: 't1' } }))).toEqual([['by'], []])
    expect(inputsOf(toolkit.forIdentity({}))).toEqual([['tenant', 'by'], []])
  })

  it('keeps few compilations', () => {
    const first = toolkit.forIdentity({ variables: { a: '1' } })
    for (const name of ['b', 'c', 'd', 'e']) toolkit.forIdentity({ variables: { [name]: '1' } })
    const again = toolkit.forIdentity({ variables: { a: '1' } })
    expect(again.definitions[0]).not.toBe(first.definitions[0])
    expect(again.definitions).toEqual(first.definitions)
  })
})
