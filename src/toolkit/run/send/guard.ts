import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { buildConnector } from 'undici'
import { VoiceError } from '../../../errors.js'
import type { AddressGuard } from './transport.js'

/**
 * Networks without public APIs. These are the special-purpose addresses of the IANA registries (RFC 6890 and later),
 * multicast, and addresses that clouds reserve. AS112 and AMT can be reached from the whole internet, but they serve
 * only DNS and multicast, and no API.
 */
const CLOSED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8',
  '168.63.129.16/32', // host services of Azure
  '169.254.0.0/16', // link-local, and the metadata of clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments, and the metadata of Oracle's cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 anycast
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]
const CLOSED_IPV6 = [
  '::/96', // unspecified, loopback, IPv4-compatible
  '64:ff9b:1::/48', // NAT64 of a local network
  '100::/64', // discard
  '100:0:0:1::/64', // dummy
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
]
/** Networks whose last 32 bits are an IPv4 address, which is checked instead: mapped, translated (SIIT), NAT64. */
const WITH_IPV4 = ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96']

type Guard = Exclude<AddressGuard, 'none'>

/**
 * Link-local networks and the metadata services of clouds. They give credentials of the machine to every caller, so no
 * API may lead there, not even a local one.
 */
const METADATA = [
  '169.254.0.0/16',
  '168.63.129.16/32', // Azure
  '192.0.0.192/32', // Oracle
  '100.100.100.200/32', // Alibaba
  'fe80::/10',
  'fd00:ec2::/32', // AWS
  'fd20:ce::/32', // Google
  '2002:a9fe::/32', // 169.254.0.0/16 as 6to4
]

const CLOSED: Record<Guard, BlockList> = {
  public: blockList([...CLOSED_IPV4, ...CLOSED_IPV6]),
  local: blockList(METADATA),
}
const EMBEDDING: Record<Guard, BlockList> = {
  public: blockList(WITH_IPV4),
  // IPv4-compatible addresses are closed for public APIs.
  local: blockList([...WITH_IPV4, '::/96']),
}

function blockList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
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

/** Names that are always local: a single label, such as a container, and suffixes that nobody can register. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa|test)$/i

const judged = new Map<string, boolean>()
const MAX_JUDGED = 1000

/** Whether a host is local, judged by its name, or by its address in any notation. */
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
