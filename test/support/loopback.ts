import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that listens on a free port of the loopback. */
export interface Listening {
  port: number
  /** Destroys every connection. New ones are still accepted. */
  cut(): void
  /** Destroys every connection and stops listening. */
  close(): Promise<void>
}

/** Starts to listen. */
export async function listenHere(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
