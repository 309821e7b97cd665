import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { VoiceError } from '../../../errors.js'

/** Networks that are nobody's public API: private, loopback, link-local, shared, reserved, multicast. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, bits)
}
for (const [network, bits] of [
  ['::', 127],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

/** Whether an address (no name) leads into a private network. IPv4 inside IPv6 counts as what it carries. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const kind = isIP(bare)
  if (kind === 4) return PRIVATE.check(bare)
  if (kind !== 6) return false
  const carried = carriedIpv4(bare)
  return carried === undefined ? PRIVATE.check(bare, 'ipv6') : PRIVATE.check(carried)
}

/** The IPv4 address that an IPv6 one carries: mapped, compatible, NAT64 or 6to4. */
function carriedIpv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const zeros = (count: number) => groups.slice(0, count).every((group) => group === 0)
  const [first, second] = groups
  const tail = dotted(groups[6]!, groups[7]!)
  if (zeros(5) && groups[5] === 0xffff) return tail
  if (zeros(6) && (groups[6] !== 0 || groups[7]! > 1)) return tail
  if (zeros(4) && groups[4] === 0xffff && groups[5] === 0) return tail
  if (first === 0x64 && second === 0xff9b) return tail
  return first === 0x2002 ? dotted(second!, groups[2]!) : undefined
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = hex.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
}

/** Names that are local by themselves: `localhost`, one label (a container), and the suffixes nobody can register. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa|test)$/i

const judged = new Map<string, boolean>()
const MAX_JUDGED = 1000

/** Whether a host as written is local: by its name, or as an address in any notation. */
export function isLocalHost(hostname: string): boolean {
  const known = judged.get(hostname)
  if (known !== undefined) return known
  if (judged.size >= MAX_JUDGED) judged.clear()
  const isLocal = judgeHost(hostname)
  judged.set(hostname, isLocal)
  return isLocal
}

function judgeHost(hostname: string): boolean {
  const canonical = canonicalHost(hostname)
  return isIP(canonical) ? isPrivateAddress(canonical) : LOCAL_NAME.test(canonical.replace(/\.$/, ''))
}

/** A host the way browsers read it, so that decimal, octal and short addresses show what they are. */
function canonicalHost(hostname: string): string {
  const literal = hostname.includes(':') ? `[${hostname}]` : hostname
  try {
    return new URL(`http://${literal}/`).hostname.replace(/^\[(.*)\]$/, '$1')
  } catch {
    return hostname
  }
}

/** Throws `private-address` where a host as written leads into a private network. */
export function refuseLocalHost(hostname: string): void {
  if (isLocalHost(hostname)) throw refusal(hostname)
}

function refusal(hostname: string): VoiceError {
  return new VoiceError(
    'private-address',
    `The request was stopped: ${hostname} leads into a private network, while this API is public.`,
  )
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** A name lookup that fails when any answer lies in a private network. */
export function guardedLookup(
  hostname: string,
  options: LookupAllOptions | { all?: false | undefined },
  callback: LookupCallback,
): void {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(refusal(hostname), [])
    const [first] = addresses
    return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family)
  })
}
