import { basename } from 'node:path'

/** Files of settings and stores of keys, by their endings: `prod.env`, `.env.local`, `server.key`. */
const ENDINGS = /\.(?:env(?:\.\w+)?|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|asc|gpg|ovpn|tfvars|tfstate)$/i
/** Keys of SSH, and files of credentials. With the ending of a document, such a name is its subject. */
const NAMES =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)\w*|credentials|kubeconfig|htpasswd|passwd|shadow|netrc|pgpass|client_secret[\w.-]*\.json)$/i

/**
 * Whether the name of a file says that it has secrets: `id_rsa`, `server.key`, `prod.env`, and all hidden files, as `.env`
 * and `.npmrc` are. None of them describes an API, so no document may refer to one, and none is sent to a model.
 */
export function isSecretFile(path: string): boolean {
  const name = basename(path)
  return name.startsWith('.') || ENDINGS.test(name) || NAMES.test(name)
}
