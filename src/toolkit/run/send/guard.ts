import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { buildConnector } from 'undici'
import data from '../../../../templates/closed-networks.json'
import { VoiceError } from '../../../errors.js'
import { memoized } from '../../../text/memoized.js'
import type { AddressGuard } from './transport.js'

type Guard = Exclude<AddressGuard, 'none'>
type Networks = Readonly<Record<string, string>>

/**
 * `public`: networks without public APIs, which are the special-purpose addresses of the IANA registries (RFC 6890 and
 * later), multicast, and addresses that clouds reserve. AS112 and AMT can be reached from the whole internet, but serve
 * only DNS and multicast. `local`: link-local networks and the metadata services of clouds, which give credentials of the
 * machine to every caller, so no API may lead there, not even a local one.
 */
const CLOSED: Record<Guard, BlockList> = {
  public: blockList(data.closedIpv4, data.closedIpv6),
  local: blockList(data.metadata),
}
/** Networks whose last 32 bits are an IPv4 address, which is checked instead. */
const EMBEDDING: Record<Guard, BlockList> = {
  public: blockList(data.withIpv4),
  // Both are closed for public APIs.
  local: blockList(data.withIpv4, { '::/96': 'IPv4-compatible', '64:ff9b:1::/48': 'local translation' }),
}

function blockList(...networks: Networks[]): BlockList {
  const list = new BlockList()
  for (const network of networks.flatMap(Object.keys)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export const isPrivateAddress = (address: string): boolean => isClosedAddress(address, 'public')

/** Whether a guard refuses an IP address; false for names. IPv4 inside IPv6 is checked as IPv4. */
function isClosedAddress(address: string, guard: Guard): boolean {
  const closed = CLOSED[guard]
  const bare = address
    .replace(/^\[(.*)\]$/, '$1')
    .split('%', 1)
    .join()
  const kind = isIP(bare)
  if (kind === 4) return closed.check(bare)
  if (kind !== 6) return false
  return EMBEDDING[guard].check(bare, 'ipv6') ? closed.check(embeddedIpv4(bare)) : closed.check(bare, 'ipv6')
}

function embeddedIpv4(address: string): string {
  const [high = 0, low = 0] = groupsOf(address).slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function groupsOf(address: string): number[] {
  const hex = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = hex.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
}

/** Names that are always local: a single label, such as a container, and suffixes that cannot be registered. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa|test)$/i

/** Whether a host is local, judged by its name, or by its address in any notation. */
export const isLocalHost = memoized((hostname) => {
  const canonical = canonicalHost(hostname)
  return isIP(canonical) ? isPrivateAddress(canonical) : LOCAL_NAME.test(canonical.replace(/\.$/, ''))
})

/** A host as browsers read it. Decimal, octal and short IPv4 addresses are written out: `127.1` as `127.0.0.1`. */
function canonicalHost(hostname: string): string {
  const literal = hostname.includes(':') ? `[${hostname}]` : hostname
  try {
    return new URL(`http://${literal}/`).hostname.replace(/^\[(.*)\]$/, '$1')
  } catch {
    return hostname
  }
}

const REASONS: Record<Guard, string> = {
  public: 'leads into a private network, while this API is public',
  local: 'leads to a link-local address or to the metadata of a cloud, which no API of a tool has',
}

function refusal(hostname: string, guard: Guard): VoiceError {
  return new VoiceError('private-address', `The request was stopped: ${hostname} ${REASONS[guard]}.`)
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Returns a lookup of host names that fails if the guard does not allow one of the addresses of a host. */
export function guardedLookup(guard: Guard) {
  return (
    hostname: string,
    options: LookupAllOptions | { all?: false | undefined },
    callback: LookupCallback,
  ): void =>
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.some(({ address }) => isClosedAddress(address, guard)))
        return callback(refusal(hostname, guard), [])
      const [first] = addresses
      return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family)
    })
}

/** Creates a connector that refuses the hosts, and the addresses of host names, that the guard does not allow. */
export function guardedConnector(
  options: buildConnector.BuildOptions,
  guard: Guard,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: guardedLookup(guard) })
  return (target, callback) => {
    const { hostname } = target
    const isClosed =
      guard === 'public' ? isLocalHost(hostname) : isClosedAddress(canonicalHost(hostname), guard)
    if (isClosed) callback(refusal(hostname, guard), null)
    else connect(target, callback)
  }
}
