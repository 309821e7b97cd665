import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that a test can cut and mend. */
export interface CuttableProxy {
  port: number
  /** Drops every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy on a free port of the loopback before another port. */
export async function startProxy(target: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut() {
      isCut = true
      dropAll()
    },
    mend() {
      isCut = false
    },
    close() {
      dropAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
