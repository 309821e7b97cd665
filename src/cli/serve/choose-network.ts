import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { VoiceError } from '../../errors.js'
import type { WebRtcOptions } from '../../server/webrtc/webrtc-options.js'
import type { WebRtcConfig } from '../settings/server-settings.js'

/** The network options of WebRTC. Flags override the configuration. Throws `wrong-usage` for an invalid value. */
export function chooseNetwork(flags: WebRtcConfig, config: WebRtcConfig = {}): WebRtcOptions {
  const addresses = flags.publicAddresses ?? config.publicAddresses
  const ports = flags.udpPorts ?? config.udpPorts
  const [addressName, portsName] = [
    flags.publicAddresses ? '--public-address' : '"webrtc.publicAddresses" of the configuration',
    flags.udpPorts === undefined ? '"webrtc.udpPorts" of the configuration' : '--udp-ports',
  ]
  return {
    publicAddresses: addresses?.map((address) => readAddress(address, addressName)),
    udpPorts: ports === undefined ? undefined : readPorts(ports, portsName),
    iceServers: config.iceServers,
  }
}

function readAddress(text: string, setting: string): string {
  if (isIP(text) !== 0) return text
  throw new VoiceError(
    'wrong-usage',
    `${setting} takes an IP address, such as 203.0.113.7; "${text}" is none.`,
  )
}

function readPorts(text: string, setting: string): [number, number] {
  const [first = 0, last = 0] = /^\d+-\d+$/.test(text) ? text.split('-').map(Number) : []
  if (Number.isInteger(first) && Number.isInteger(last) && first > 0 && first < last && last < 65_536)
    return [first, last]
  throw new VoiceError(
    'wrong-usage',
    `${setting} takes the first and the last port, such as 50000-50100; "${text}" is not that.`,
  )
}

/** Lines of the startup banner about WebRTC: the address that clients use, or what is missing. */
export function callLines(
  address: string,
  { network, host }: { network: WebRtcOptions; host: string },
): string[] {
  if (!isInstalled()) return ['WebRTC is off: npm install werift opusscript brings it']
  const isLocal = /^(127\.|localhost$|::1$)/.test(host)
  const hasWay = (network.publicAddresses ?? network.iceServers ?? []).length > 0
  if (isLocal || hasWay || hasPublicAddress()) return [address]
  return [
    `${address}, from this network only:`,
    'this machine has no public address; --public-address names it, and --udp-ports the ports to open',
  ]
}

function isInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ['werift', 'opusscript'].every((name) => resolve(name) !== '')
  } catch {
    return false
  }
}

const PRIVATE =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

const hasPublicAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ address, family }) => family === 'IPv4' && !PRIVATE.test(address))
