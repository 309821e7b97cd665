import { hostname, networkInterfaces } from 'node:os'
import { messageOf, VoiceError } from '../../errors.js'
import { readRegularFile } from '../../regular-file.js'
import type { TlsOptions } from '../../server/http/listen.js'
import { createSelfSigned } from '../../server/http/self-signed.js'
import type { ServeFlags } from './flags.js'

/** The certificate of `--tls-cert` and `--tls-key`, a generated one for `--tls-self-signed`, or none. */
export async function readTls(
  flags: Pick<ServeFlags, 'tlsCert' | 'tlsKey' | 'tlsSelfSigned'>,
): Promise<TlsOptions | undefined> {
  const { tlsCert, tlsKey, tlsSelfSigned } = flags
  if (tlsSelfSigned) {
    if (tlsCert || tlsKey)
      throw new VoiceError('wrong-usage', 'Use --tls-self-signed, or --tls-cert with --tls-key, not both.')
    return createSelfSigned({ names: ownNames(), now: Date.now() })
  }
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new VoiceError('wrong-usage', '--tls-cert and --tls-key belong together: give both.')
  }
  const [cert, key] = await Promise.all([readPem(tlsCert), readPem(tlsKey)])
  return { cert, key }
}

async function readPem(path: string): Promise<string> {
  try {
    return (await readRegularFile(path)).toString('utf8')
  } catch (error) {
    throw new VoiceError('file-unreadable', `The file ${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

/** The names and addresses of this machine on its network. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((cards) =>
    (cards ?? []).map((card) => card.address),
  )
  return [...new Set(['localhost', hostname(), ...addresses.map((address) => address.split('%', 1).join())])]
}
