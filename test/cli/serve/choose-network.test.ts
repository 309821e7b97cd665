import { describe, expect, it } from 'vitest'
import { callLines, chooseNetwork } from '../../../src/cli/serve/plan-agents.js'

describe('the network of calls', () => {
  it.each([
    [{}, {}, {}],
    [
      { publicAddresses: ['203.0.113.7'] },
      { publicAddresses: ['2001:db8::1'] },
      { publicAddresses: ['203.0.113.7'] },
    ],
    [{}, { publicAddresses: ['2001:db8::1'] }, { publicAddresses: ['2001:db8::1'] }],
    [{ udpPorts: '50000-50100' }, {}, { udpPorts: [50_000, 50_100] }],
    [{}, { iceServers: [{ url: 'stun:a.test' }] }, { iceServers: [{ url: 'stun:a.test' }] }],
  ])('%j and %j', (flags, config, want) => {
    expect(chooseNetwork(flags, config)).toEqual(want)
  })

  it.each([
    [{ publicAddresses: ['example.com'] }, '--public-address takes an IP address'],
    [{ udpPorts: '50100-50000' }, '--udp-ports takes the first and the last port'],
    [{ udpPorts: '50000' }, '--udp-ports takes the first and the last port'],
    [{ udpPorts: '1-70000' }, '--udp-ports takes the first and the last port'],
    [{ udpPorts: '1000-2000-3000' }, '--udp-ports takes the first and the last port'],
  ])('refuses %j', (flags, want) => {
    expect(() => chooseNetwork(flags)).toThrow(want)
  })

  it.each([
    [
      { publicAddresses: ['example.com'] },
      '"webrtc.publicAddresses" of the configuration takes an IP address',
    ],
    [{ udpPorts: '50000' }, '"webrtc.udpPorts" of the configuration takes the first'],
  ])('names the member of the configuration %j', (config, want) => {
    expect(() => chooseNetwork({}, config)).toThrow(want)
  })

  it('has an address that the banner shows', () => {
    const address = 'http://127.0.0.1:8000/v1/realtime/calls'
    expect(callLines(address, { network: {}, host: '127.0.0.1' })).toEqual([address])
    const network = { publicAddresses: ['203.0.113.7'] }
    expect(callLines(address, { network, host: '0.0.0.0' })).toEqual([address])
  })
})
