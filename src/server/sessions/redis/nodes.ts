import { messageOf, VoiceError } from '../../../errors.js'
import type { Clock } from '../../../ports.js'

export type RedisArgument = string | Buffer

/** A reply of Redis. Strings are of the type `Buffer`, because they may contain binary data. */
export type RedisReply = Buffer | number | null | RedisReply[]

interface RedisClient {
  connect(): Promise<unknown>
  sendCommand(args: RedisArgument[], options?: object): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  duplicate(): RedisClient
  on(event: 'error' | 'ready' | 'end', listener: (error?: unknown) => void): unknown
  destroy(): void
}

interface ClusterNode {
  address: string
}

interface RedisCluster {
  readonly masters: ClusterNode[]
  readonly slots: { master: ClusterNode }[]
  connect(): Promise<unknown>
  nodeClient(node: ClusterNode): Promise<RedisClient>
  sendCommand(key: string, isReadonly: boolean, args: RedisArgument[], options?: object): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  on(event: 'error' | 'node-error' | 'node-ready', listener: (error?: unknown) => void): unknown
  destroy(): void
}

interface RedisPackage {
  createClient(options: object): RedisClient
  createCluster(options: object): RedisCluster
}

export interface RedisNodes {
  nodeOf(key: string): string
  send(key: string, args: RedisArgument[]): Promise<unknown>
  infos(): { node: string; info: Promise<string> }[]
  /** Subscribes to a channel; a repeated call changes nothing. The subscription survives reconnects. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  destroy(): void
}

export interface ConnectOptions {
  clock: Clock
  onReady: () => void
  onFailure: (error?: unknown) => void
  signal: AbortSignal
}

const RECONNECT_MS = { first: 50, max: 1_000 }
/** If a node of a cluster is lost for this time, the client asks the others which node has taken its place. */
const REDISCOVER_MS = 1_000
/** Maximum number of commands to one node that wait for a reply. */
const MAX_WAITING = 50_000
/** Makes the `redis` package return strings as `Buffer`. 36 is `$`, a bulk string (RESP_TYPES.BLOB_STRING). */
const AS_BYTES = { typeMapping: { 36: Buffer } }
const OPTIONS = {
  RESP: 2,
  disableOfflineQueue: true,
  commandsQueueMaxLength: MAX_WAITING,
  // `StallDetector` handles timeouts instead. The timeout of the package would also cancel commands if only this process
  // is busy.
  commandOptions: { timeout: 0 },
  socket: {
    reconnectStrategy: (tries: number) =>
      Math.min(RECONNECT_MS.first * 2 ** Math.min(tries, 10), RECONNECT_MS.max),
    connectTimeout: 5_000,
  },
}

/** Resolves when Redis is reached. Throws `redis-missing`, or `unknown-store` for a cluster with a database number. */
export async function connectRedis(url: string, options: ConnectOptions): Promise<RedisNodes> {
  const redis = await loadRedis()
  const client = redis.createClient({ ...OPTIONS, url })
  options.signal.addEventListener('abort', () => client.destroy())
  const info = await new Promise<string>((resolve) => {
    client.on('error', (error) => {
      if (NO_DATABASES.test(messageOf(error))) resolve(CLUSTER)
      else options.onFailure(error)
    })
    client.on('ready', () => void textOf(client, 'INFO', 'cluster').then(resolve, () => {}))
    client.connect().catch(() => {})
  })
  if (!info.includes(CLUSTER)) return oneServer(client, options)
  client.destroy()
  refuseDatabase(url)
  return allNodes(redis, url, options)
}

const CLUSTER = 'cluster_enabled:1'
/** The reply of a cluster to a client that wants a database with a number. */
const NO_DATABASES = /not allowed in cluster mode/

function refuseDatabase(url: string): void {
  const { host, pathname } = new URL(url)
  if (!/[1-9]/.test(pathname)) return
  throw new VoiceError(
    'unknown-store',
    `The Redis at ${host} is a cluster, and a cluster has no numbered databases: take ${pathname} off the address.`,
  )
}

function oneServer(client: RedisClient, { onReady, onFailure }: ConnectOptions): RedisNodes {
  client.on('ready', onReady)
  client.on('end', onFailure)
  const subscriber = client.duplicate()
  // Nothing to do: the other connection reports errors.
  subscriber.on('error', () => {})
  const subscribing = subscriber.connect()
  subscribing.catch(() => {})
  return {
    nodeOf: () => '',
    send: (_key, args) => client.sendCommand(args, AS_BYTES),
    infos: () => [{ node: '', info: textOf(client, 'INFO') }],
    async subscribe(channel, take) {
      await subscribing
      await subscriber.subscribe(channel, take)
    },
    destroy() {
      client.destroy()
      subscriber.destroy()
    },
  }
}

async function allNodes(
  redis: RedisPackage,
  url: string,
  { clock, onReady, onFailure, signal }: ConnectOptions,
): Promise<RedisNodes> {
  const { username, password, protocol } = new URL(url)
  const socket = { ...OPTIONS.socket, ...(protocol === 'rediss:' && { tls: true }) }
  const credentials = {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
  const defaults = { ...OPTIONS, ...credentials, socket }
  const { RESP, commandOptions } = OPTIONS
  const cluster = redis.createCluster({
    rootNodes: [{ url }],
    defaults,
    RESP,
    commandOptions,
    // Each node is connected when it is first used. Otherwise, the client would wait for nodes that are dead.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: REDISCOVER_MS,
  })
  signal.addEventListener('abort', () => cluster.destroy())
  cluster.on('error', onFailure)
  cluster.on('node-error', onFailure)
  cluster.on('node-ready', onReady)
  while (!(await connected(cluster)) && !signal.aborted)
    await new Promise<void>((resolve) => clock.schedule(resolve, RECONNECT_MS.max))
  return {
    nodeOf: (key) => cluster.slots[slotOf(key)]?.master.address ?? '',
    send: (key, args) => cluster.sendCommand(key, false, args, AS_BYTES),
    infos: () =>
      cluster.masters.map((node) => ({
        node: node.address,
        info: cluster
          .nodeClient(node)
          .then((client) => Promise.all([textOf(client, 'INFO'), textOf(client, 'CLUSTER', 'INFO')]))
          .then((texts) => texts.join('\n')),
      })),
    subscribe: (channel, take) => cluster.subscribe(channel, take),
    destroy: () => cluster.destroy(),
  }
}

const connected = (cluster: RedisCluster) =>
  cluster.connect().then(
    () => true,
    () => false,
  )

/** The text that a command returns; empty if the user may not run the command. */
async function textOf(client: RedisClient, ...command: string[]): Promise<string> {
  try {
    return String(await client.sendCommand(command, AS_BYTES))
  } catch (error) {
    if (/^(NOPERM|ERR) /.test(messageOf(error))) return ''
    throw error
  }
}

/** The slot of a key in a cluster: CRC-16 (XMODEM) of its tag in braces, or of the whole key. */
export function slotOf(key: string): number {
  const hashed = /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key
  let crc = 0
  for (const byte of Buffer.from(hashed)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return crc & 0x3fff
}

async function loadRedis(): Promise<RedisPackage> {
  try {
    // The name is in a variable, so that bundlers and type checkers do not resolve an optional package.
    const name = 'redis'
    return (await import(name)) as RedisPackage
  } catch (error) {
    throw new VoiceError(
      'redis-missing',
      `Shared sessions need the package redis (npm install redis): ${messageOf(error).split('\n')[0]}`,
    )
  }
}
