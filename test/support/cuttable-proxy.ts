import { connect, createServer } from 'node:net'
import { listenHere } from './loopback.js'

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
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(target, '127.0.0.1')
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('error', () => {})
    near.pipe(far)
    far.pipe(near)
  })
  const { port, cut, close } = await listenHere(server)
  return {
    port,
    cut() {
      isCut = true
      cut()
    },
    mend() {
      isCut = false
    },
    close,
  }
}
