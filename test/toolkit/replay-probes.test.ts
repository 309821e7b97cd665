import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { parseEnvironment } from '../../src/toolkit/collection/parse-environment.js'
import { replay } from '../../src/toolkit/replay.js'
import { type CapturedRequest, type CaptureServer, startCapture } from '../support/capture-server.js'
import { runNewman } from '../support/newman-peer.js'
import { comparable } from '../support/parity.js'
import { hasShared, sharedPath } from '../support/shared.js'

/** Where we differ from newman 6.2.2 on purpose (docs/wire.md). */
const DELIBERATE: Record<string, { newman: RegExp; ours: RegExp }> = {
  'only raw in object': { newman: /^$/, ours: /^GET \/onlyraw\?x=1 / },
  // newman reads no further file of a form after a part with several.
  formdata: {
    newman: /custom\.bin"\r\nContent-Type: application\/x-y\r\n\r\n\r\n/,
    ours: /x-y\r\n\r\nFILE\r\n/,
  },
}

interface Sent {
  error: string | undefined
  requests: CapturedRequest[]
}

/** Redirects, a cookie and a challenge, at the paths the probes know. */
function answer({ head }: CapturedRequest): string {
  const path = head.split(' ')[1] ?? ''
  const host = /^host: (\S+)/im.exec(head)?.[1]
  const isSigned = /^authorization: digest/im.test(head)
  const nothing = 'Content-Length: 0\r\n\r\n'
  if (path.startsWith('/redir307')) return `HTTP/1.1 307 Again\r\nLocation: /after307\r\n${nothing}`
  if (path.startsWith('/redir302'))
    return `HTTP/1.1 302 Found\r\nLocation: http://${host}/after302\r\n${nothing}`
  if (path.startsWith('/setcookie')) return `HTTP/1.1 200 OK\r\nSet-Cookie: sid=abc; Path=/\r\n${nothing}`
  if (path.startsWith('/digest') && !isSigned) {
    return `HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\n${nothing}`
  }
  return `HTTP/1.1 200 OK\r\n${nothing}`
}

describe.skipIf(!hasShared)('the probes, newman beside us', () => {
  const directory = sharedPath('wire-probes')
  let server: CaptureServer
  const theirs: Sent[] = []
  const ours: (Sent & { name: string })[] = []

  beforeAll(async () => {
    server = await startCapture(answer)
    const text = readFileSync(`${directory}/collection.json`, 'utf8')
      .replaceAll('18099', String(server.port))
      .replace(/\{\{\$/g, '{{dynamic-')
    const environment = JSON.parse(readFileSync(`${directory}/environment.json`, 'utf8')) as unknown
    await runNewman({ collection: JSON.parse(text), environment, workingDir: directory }, (error) => {
      theirs.push({ error, requests: server.captured.splice(0) })
    })
    const layers = [parseEnvironment(environment)]
    for await (const { name, error } of replay(parseCollection(JSON.parse(text)), { layers, directory })) {
      ours.push({ name, error, requests: server.captured.splice(0) })
    }
  })
  afterAll(() => server.close())

  it('sends the same requests, to the byte', () => {
    const different = ours.filter(({ name, requests }, index) => {
      return !(name in DELIBERATE) && comparable(requests) !== comparable(theirs[index]?.requests ?? [])
    })
    console.log(
      `probes: ${ours.length - different.length} of ${ours.length} identical or deliberately different`,
    )
    expect(different.map(({ name }) => name)).toEqual([])
    expect(ours).toHaveLength(83)
  })

  it('refuses what newman refuses, but for an address in raw alone', () => {
    const refused = (list: Sent[]) => list.flatMap(({ error }, index) => (error ? [ours[index]!.name] : []))
    expect(refused(ours)).toEqual(refused(theirs).filter((name) => name !== 'only raw in object'))
  })

  it.each(Object.entries(DELIBERATE))('differs on purpose: %s', (name, expected) => {
    const index = ours.findIndex((one) => one.name === name)
    expect(comparable(theirs[index]!.requests)).toMatch(expected.newman)
    expect(comparable(ours[index]!.requests)).toMatch(expected.ours)
  })

  it('agrees with what was recorded from newman earlier', () => {
    const recorded = JSON.parse(readFileSync(`${directory}/newman-wire.json`, 'utf8')) as {
      name: string
      captured: CapturedRequest[]
    }[]
    const first = (requests: CapturedRequest[] | undefined) =>
      requests?.[0]?.head.split('\r\n')[0]?.replace(/^xPOST/, 'POST')
    const different = recorded.filter(({ name, captured }, index) => {
      return !(name in DELIBERATE) && name !== 'dyn' && first(captured) !== first(ours[index]?.requests)
    })
    expect(different.map(({ name }) => name)).toEqual([])
  })
})
