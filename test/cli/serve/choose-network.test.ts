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

  it('has an address that the banner shows', () => {
    const address = 'http://127.0.0.1:8000/v1/realtime/calls'
    expect(callLines(address, { network: {}, host: '127.0.0.1' })).toEqual([address])
    const network = { publicAddresses: ['203.0.113.7'] }
    expect(callLines(address, { network, host: '0.0.0.0' })).toEqual([address])
  })
})
