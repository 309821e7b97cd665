import { describe, expect, it } from 'vitest'
import {
  offerFault,
  withCallerAddress,
  withoutCandidates,
  withoutNamedCandidates,
} from '../../../src/server/webrtc/offer.js'

const GOOD = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'a=fingerprint:sha-256 00:11',
  'a=rtpmap:111 opus/48000/2',
  'a=candidate:1 1 udp 2113937151 192.0.2.1 50000 typ host',
  'a=candidate:2 1 udp 2113937151 3f1e.local 50001 typ host',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
]
const text = (lines: string[]) => `${lines.join('\r\n')}\r\n`
const without = (start: string) => text(GOOD.filter((line) => !line.startsWith(start)))
const times = (count: number, line: string) => Array<string>(count).fill(line)

describe('an offer', () => {
  it.each([
    ['as browsers send it', text(GOOD)],
    ['with plain line ends', GOOD.join('\n')],
  ])('is accepted %s', (_, sdp) => expect(offerFault(sdp)).toBeUndefined())

  it.each([
    ['nothing', '', 'must start with the line "v=0"'],
    ['other text', 'hello', 'must start with the line "v=0"'],
    ['JSON', '{"type":"offer"}', 'must start with the line "v=0"'],
    ['a strange line', text([...GOOD, 'what is this']), '"what is this"'],
    ['no audio', without('m=audio'), 'one section "m=audio"'],
    ['two audio sections', text([...GOOD, GOOD[4]!]), 'one section "m=audio"'],
    ['video', text([...GOOD, 'm=video 9 UDP/TLS/RTP/SAVPF 96']), 'section "m=video"'],
    ['no Opus', without('a=rtpmap'), 'no Opus'],
    ['no password', without('a=ice-pwd'), 'a=ice-pwd'],
    ['a hundred candidates', text([...GOOD, ...times(100, GOOD[9]!)]), '102 candidates; at most 64'],
    ['many lines', text([...GOOD, ...times(1_000, 'a=x')]), '1012 lines; at most 1000'],
    ['many sections', text([...GOOD, ...times(4, GOOD[11]!)]), '6 media sections; at most 4'],
    ['a huge text', text([...GOOD, `a=${'x'.repeat(70_000)}`]), 'larger than 64 kB'],
  ])('is refused with a sentence: %s', (_, sdp, want) => expect(offerFault(sdp)).toContain(want))

  it('gets the address of its caller in each section', () => {
    const sdp = withCallerAddress(
      text(['v=0', 'm=audio 9', 'a=mid:0', 'm=application 9', 'a=mid:1']),
      '192.0.2.7',
    )
    const candidate = 'a=candidate:0 1 udp 1 192.0.2.7 9 typ host'
    const want = ['v=0', 'm=audio 9', 'a=mid:0', candidate, 'm=application 9', 'a=mid:1', candidate]
    expect(sdp).toBe(text(want))
  })

  it('loses its candidates, or only those with names', () => {
    expect(withoutCandidates(text(GOOD))).not.toContain('a=candidate')
    const named = withoutNamedCandidates(text(GOOD))
    expect([named.includes('192.0.2.1'), named.includes('.local')]).toEqual([true, false])
  })
})
