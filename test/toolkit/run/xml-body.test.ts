import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { DryRun } from '../../../src/toolkit/model/tool.js'
import { replay } from '../../../src/toolkit/replay.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const envelope = (operation: string, inside: string) =>
  `<?xml version="1.0"?>\n<s:Envelope xmlns:s="urn:s"><s:Body><${operation}>${inside}</${operation}></s:Body></s:Envelope>\n`

const collectionOf = (name: string, text: string) =>
  parseCollection({
    info: { name: 'soap' },
    item: [
      {
        name,
        request: {
          method: 'POST',
          url: 'http://127.0.0.1/Service.asmx',
          header: [{ key: 'Content-Type', value: 'text/xml; charset=utf-8' }],
          body: { mode: 'raw', raw: text },
        },
      },
    ],
  })

describe('a call with an XML body', () => {
  const text = envelope('FindBook', '<title>Dune &amp; more</title><year><![CDATA[1965]]></year>')
  const [find] = new RESTAPIToolkit(collectionOf('Find book', text)).getFunctions()

  it.each<[JsonObject, string]>([
    [{}, text],
    [
      { body: { title: 'Tom & <i>Jerry</i>' } },
      text.replace('Dune &amp; more', 'Tom &amp; &lt;i&gt;Jerry&lt;/i&gt;'),
    ],
    [{ body: { year: 1970 } }, text.replace('1965', '1970')],
    [
      { body: { title: '{{name}} $& $1', year: 1 } },
      text.replace('Dune &amp; more', () => '{{name}} $&amp; $1').replace('1965', '1'),
    ],
  ])('sends %j in its places', (input, want) => expect((find!.dryRun!(input) as DryRun).body).toBe(want))

  it('is refused with a member that it does not have', () =>
    expect(find!.dryRun!({ body: { other: 1 } })).toMatchObject({ isError: true, reason: 'invalid-input' }))

  it('names the record that it changes', () => {
    const change = envelope('DeleteBook', '<bookId>5</bookId>')
    const [remove] = new RESTAPIToolkit(collectionOf('Delete book', change)).getFunctions()
    expect(remove!.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(remove!.dryRun!({})).toMatchObject({ isError: true, reason: 'invalid-input' })
    expect((remove!.dryRun!({ body: { bookId: 7 } }) as DryRun).body).toBe(change.replace('5', '7'))
  })

  it('names all content of a new record, however much it is', () => {
    const inside = Array.from({ length: 20 }, (_, at) => `<part${at}>x</part${at}>`).join('')
    const [add] = new RESTAPIToolkit(collectionOf('Book a trip', envelope('Trip', inside))).getFunctions()
    expect(add!.parameters.properties?.body?.required).toHaveLength(20)
  })

  it('is replayed as it is written', async () => {
    const { value } = await replay(collectionOf('Find book', text), { dryRun: true }).next()
    expect(value).toMatchObject({ request: { body: text } })
  })
})
