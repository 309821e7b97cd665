import { createClient } from 'redis'
import { slotOf } from '../../src/server/sessions/redis/nodes.js'
import { eventually } from './eventually.js'
import { freePort, type RedisProcess, startRedis } from './redis-server.js'

const SLOTS = 16_384

const clientOf = ({ url }: RedisProcess) => createClient({ url, RESP: 2 })

interface ClusterNode {
  process: RedisProcess
  client: ReturnType<typeof clientOf>
  id: string
}

/** A Redis cluster of three nodes on this machine; its first node has a replica. */
export interface RedisClusterProcess {
  url: string
  /** The node that has a key at first: 0, 1 or 2. */
  nodeOf(key: string): number
  /** Number of keys of each node. */
  sizes(): Promise<number[]>
  /** Begins to move the slot of a key to another node: its keys move, but the node still answers for the slot. */
  beginMove(key: string, to: number): Promise<void>
  endMove(key: string, to: number): Promise<void>
  /** Kills the first node. Its replica takes its place. */
  failOver(): Promise<void>
  close(): Promise<void>
}

export async function startRedisCluster(): Promise<RedisClusterProcess> {
  const all = await Promise.all([0, 1, 2, 3].map(startNode))
  const masters = all.slice(0, 3)
  const replica = all[3]!
  const firstSlot = (node: number) => Math.ceil((node * SLOTS) / 3)
  for (const [at, { client }] of masters.entries()) {
    const range = [firstSlot(at), firstSlot(at + 1) - 1].map(String)
    await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', ...range])
    await client.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1)])
  }
  const [{ process: first }] = masters as [ClusterNode]
  const bus = String(await configOf(masters[0]!, 'cluster-port'))
  for (const { client } of all.slice(1))
    await client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(first.port), bus])
  const infosHave = async (wanted: string, nodes: ClusterNode[], command: string[]) => {
    const infos = await Promise.all(nodes.map(({ client }) => client.sendCommand(command)))
    return infos.every((info) => String(info).includes(wanted))
  }
  await eventually(() => infosHave('cluster_known_nodes:4', all, ['CLUSTER', 'INFO']), 'the nodes to meet')
  await replica.client.sendCommand(['CLUSTER', 'REPLICATE', masters[0]!.id])
  await eventually(() => infosHave('cluster_state:ok', all, ['CLUSTER', 'INFO']), 'the cluster')
  const isSynced = () => infosHave('master_link_status:up', [replica], ['INFO', 'replication'])
  await eventually(isSynced, 'the replica to have the data')
  const nodeOf = (key: string) => masters.findIndex((_, at) => slotOf(key) < firstSlot(at + 1))
  return {
    url: masters[1]!.process.url,
    nodeOf,
    sizes: () => Promise.all(masters.map(({ client }) => client.dbSize())),
    async beginMove(key, to) {
      const [slot, from] = [String(slotOf(key)), masters[nodeOf(key)]!]
      const target = masters[to]!
      await target.client.sendCommand(['CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id])
      await from.client.sendCommand(['CLUSTER', 'SETSLOT', slot, 'MIGRATING', target.id])
      const keys = (await from.client.sendCommand(['CLUSTER', 'GETKEYSINSLOT', slot, '100'])) as string[]
      const place = ['127.0.0.1', String(target.process.port), '', '0', '5000']
      await from.client.sendCommand(['MIGRATE', ...place, 'KEYS', ...keys])
    },
    async endMove(key, to) {
      for (const node of [masters[to]!, masters[nodeOf(key)]!])
        await node.client.sendCommand(['CLUSTER', 'SETSLOT', String(slotOf(key)), 'NODE', masters[to]!.id])
    },
    async failOver() {
      masters[0]!.client.destroy()
      await first.kill()
      await replica.client.sendCommand(['CLUSTER', 'FAILOVER', 'TAKEOVER'])
    },
    async close() {
      for (const { client } of all) if (client.isOpen) client.destroy()
      await Promise.all(all.map(({ process }) => process.close()))
    },
  }
}

async function startNode(): Promise<ClusterNode> {
  const flags = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]
  const process = await startRedis([...flags, '--cluster-node-timeout', '5000'])
  const client = clientOf(process)
  client.on('error', () => {})
  await client.connect()
  return { process, client, id: String(await client.sendCommand(['CLUSTER', 'MYID'])) }
}

const configOf = async ({ client }: ClusterNode, name: string) =>
  ((await client.sendCommand(['CONFIG', 'GET', name])) as string[])[1]
