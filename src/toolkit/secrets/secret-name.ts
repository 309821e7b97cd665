import { freeName } from '../../text/free-name.js'
import { wordsOf } from '../semantics/words.js'
import { isCredentialLike } from './credential-name.js'

/**
 * A new variable name for a secret. It looks like the name of a credential, so that its value is masked wherever it is
 * shown. `hint` is the name that the secret has in the request.
 */
export function secretName(hint: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = wordsOf(hint).join('_').normalize('NFC') || 'secret'
  const base = isCredentialLike(plain) ? plain : `${plain}_secret`
  return freeName(base, (name) => !isTaken(name))
}
