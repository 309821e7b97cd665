import type { Clock } from '../../ports.js'
import type { DryRun } from '../model/tool.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { isSensitiveValue } from '../secrets/credential-name.js'
import { createMasker, MASK, type Masker, maskNamed } from '../secrets/mask.js'
import type { EffectValue } from '../semantics/effect/effect-values.js'
import { effectOfSent, requestSent, valuesSent } from '../semantics/effect/sent-effect.js'
import { systemRandom } from '../template/random.js'
import type { AuthContext } from './authenticate/auth-kind.js'
import { answerChallenge, authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { assemble } from './request/assemble.js'
import { addedSecrets } from './request-secrets.js'
import { type DraftRequest, plainRequest, type WireRequest } from './wire-request.js'

/** A request before it is signed. Its variables are filled, but it is not serialized. */
export interface ReadyRequest {
  draft: DraftRequest
  auth: ResolvedAuth | undefined
}

/** A request as it is sent, and the secrets that signing has added to it, such as tokens and signatures. */
export interface SignedRequest {
  wire: WireRequest
  added: string[]
}

const contextAt = (clock: Clock): AuthContext => ({ now: clock.now(), random: systemRandom })

/** Signs and serializes a request: a call, a dry run and a replay send and show the same bytes. */
export function signRequest({ draft, auth }: ReadyRequest, clock: Clock): SignedRequest {
  if (!auth) return { wire: assemble(draft), added: [] }
  const signed = authenticate(draft, auth, contextAt(clock))
  return { wire: assemble(signed), added: addedSecrets(draft, signed) }
}

export function challengedBy(
  { draft, auth }: ReadyRequest,
  clock: Clock,
): ((offers: string[], round: number) => string | undefined) | undefined {
  return auth && ((offers, round) => answerChallenge(draft, auth, { ...contextAt(clock), offers, round }))
}

/** The request as text with its secrets masked. A text that says what the request does, such as `DELETE`, is no secret. */
export function showRequest(wire: WireRequest, secrets: string[]): DryRun {
  const { method, url, headers, body } = plainRequest(wire)
  const { texts } = effectOfSent(requestSent({ method, url, headers, body }), { title: '', method })
  const masker = createMasker(secrets.filter((secret) => !texts.includes(secret)))
  const shown: DryRun = {
    method,
    url: masker.text(url),
    headers: headers.map(([name, value]) => [
      name,
      isSensitiveValue(name, value) ? maskCredential(value) : masker.text(value),
    ]),
    body: body === null ? null : masker.text(maskNamed(body, MASK)),
  }
  const effects = hiddenEffects({ method, url, headers, body }, { shown, masker })
  return effects.length > 0 ? { ...shown, effects } : shown
}

/** The values that decide the effect of a request and that are not in the shown request, because a mask covers them. */
function hiddenEffects(sent: DryRun, { shown, masker }: { shown: DryRun; masker: Masker }): EffectWords[] {
  const visible = valuesSent(requestSent(shown))
  const all = valuesSent(requestSent(sent))
  const countOf = (values: EffectValue[], { kind, name }: EffectValue) =>
    values.filter((other) => other.kind === kind && other.name === name).length
  return all.flatMap((value) => {
    if (countOf(all, value) <= countOf(visible, value)) return []
    const { name, text } = value
    return [{ name: masker.text(name), text: isSensitiveValue(name, text) ? MASK : masker.text(text) }]
  })
}

type EffectWords = NonNullable<DryRun['effects']>[number]

function maskCredential(value: string): string {
  const { scheme } = splitScheme(value)
  return scheme ? `${scheme} ${MASK}` : MASK
}
