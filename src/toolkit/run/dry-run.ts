import { isCredentialLike } from '../meaning/credential.js'
import type { JsonObject } from '../model/json.js'
import type { DryRun, ToolDefinition } from '../model/tool.js'
import { systemRandom } from '../template/random.js'
import { authenticate } from './authenticate/authenticate.js'
import { type CallParts, prepareRequest } from './prepare-request.js'
import { assemble } from './request/assemble.js'
import { addedSecrets } from './secrets.js'
import { sessionState } from './session-state.js'
import { createMasker, MASK } from './shape/mask.js'
import type { WireRequest } from './wire-request.js'

/** The exact request a call would send, secrets masked. A token that would be fetched first is shown masked too. */
export function dryRunTool(
  definition: ToolDefinition,
  input: JsonObject,
  { context, options }: Pick<CallParts, 'context' | 'options'>,
): DryRun {
  const state = options.session && sessionState(options.session)
  const { draft, auth, secrets } = prepareRequest(definition, input, { context, options, state })
  const signed = auth ? authenticate(draft, auth, { now: context.clock.now(), random: systemRandom }) : draft
  return showRequest(assemble(signed), [...secrets, ...addedSecrets(draft, signed)])
}

/** A request for the eye, without its secrets. */
export function showRequest(wire: WireRequest, secrets: string[]): DryRun {
  const masker = createMasker(secrets)
  return {
    method: wire.method,
    url: masker.text(`${wire.origin}${wire.path}`),
    headers: wire.headers.map(([name, value]) => [
      name,
      isCredentialLike(name) ? maskCredential(value) : masker.text(value),
    ]),
    body: wire.body === null ? null : masker.text(bodyText(wire.body)),
  }
}

/** The scheme of a credential stays readable. */
function maskCredential(value: string): string {
  const scheme = /^(Bearer|Basic|Digest|OAuth|Hawk|NTLM|token|AWS4-HMAC-SHA256|EG1-HMAC-SHA256)\s/i.exec(
    value,
  )?.[1]
  return scheme ? `${scheme} ${MASK}` : MASK
}

/** Bytes that are no text are described. */
function bodyText(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8')
  return text.includes('\0') ? `(${body.byteLength} bytes)` : text
}
