import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../ports.js'
import { isObject } from '../../protocol/is-object.js'
import { MAX_NESTING } from '../../protocol/nesting.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { Calls } from '../webrtc/calls.js'
import { OFFER_LIMITS, offerFault } from '../webrtc/offer.js'
import type { Access } from './access.js'
import type { Admissions } from './admissions.js'
import { type HttpAnswer, NO_CALL, readBody, refusalAnswer } from './http-answer.js'
import { corsHeaders } from './origin-policy.js'
import { addressOf, fullUrlOf, readUpgradeRequest, resumeTokenOf } from './upgrade-request.js'

export interface CallRouteOptions {
  access: Access
  admissions: Admissions
  calls: Calls
  clock: Clock
}

const CALLS = '/realtime/calls'
const HANG_UP = '/hangup'
const MAX_BODY_BYTES = 2 * OFFER_LIMITS.bytes
/** How long a body may take. Meanwhile the request counts as a connection of its key. */
const BODY_TIMEOUT_MS = 5_000
const NEEDED =
  'Send the offer as application/sdp, or multipart/form-data with the parts "sdp" and "session" (JSON).'

/** Whether a path belongs to WebRTC calls: `/v1/realtime/calls`, or the path of one call with `/hangup` at its end. */
export function isCallPath(path: string): boolean {
  return path.endsWith(CALLS) || (path.includes(`${CALLS}/`) && path.endsWith(HANG_UP))
}

/** The CORS headers for requests about WebRTC calls. Every page that may open a WebSocket may also use WebRTC calls. */
export function callHeaders(
  request: IncomingMessage,
  { access }: Pick<CallRouteOptions, 'access'>,
): Record<string, string> {
  const origin = access.origins.allowedOrigin(request)
  // Every requested header is allowed, because OpenAI's SDKs add headers of their own.
  const headers = request.headers['access-control-request-headers'] ?? 'Authorization'
  const cors = corsHeaders(origin, { methods: 'POST', headers })
  return origin === undefined ? cors : { ...cors, 'Access-Control-Expose-Headers': 'Location' }
}

export async function answerCalls(request: IncomingMessage, options: CallRouteOptions): Promise<HttpAnswer> {
  const { pathname } = addressOf(request)
  const answer = pathname.endsWith(CALLS) ? await startCall(request, options) : await hangUp(request, options)
  return { ...answer, headers: { ...answer.headers, ...callHeaders(request, options) } }
}

async function startCall(
  request: IncomingMessage,
  { access, admissions, calls, clock }: CallRouteOptions,
): Promise<HttpAnswer> {
  const upgrade = readUpgradeRequest(request)
  const admission = await admissions.admit(request, {
    ...upgrade,
    resumeToken: resumeTokenOf(request),
    callId: undefined,
  })
  if ('status' in admission) return refusalAnswer(admission)
  const offer = await offerInTime(request, clock)
  if ('fault' in offer) {
    admission.release()
    return refusalAnswer({ status: offer.status ?? 400, message: offer.fault })
  }
  const { toolEvents } = upgrade
  const localAddress = plainAddress(request.socket.localAddress)
  const call = await calls.open(admission, {
    offer: offer.sdp,
    settings: offer.session,
    toolEvents,
    localAddress,
    callerAddress: access.addressOf(request),
  })
  if ('status' in call) return refusalAnswer(call)
  const [path] = fullUrlOf(request).split('?')
  return {
    status: 201,
    body: { text: call.answer, type: 'application/sdp' },
    headers: { Location: `${path}/${call.id}` },
  }
}

async function hangUp(request: IncomingMessage, { access, calls }: CallRouteOptions): Promise<HttpAnswer> {
  const principal = await access.enter(request)
  if ('status' in principal) return refusalAnswer(principal)
  const [, rest = ''] = addressOf(request).pathname.split(`${CALLS}/`)
  const call = calls.find(rest.slice(0, -HANG_UP.length), principal)
  if (!call) return refusalAnswer(NO_CALL)
  call.hangUp()
  return { status: 200, body: null }
}

type Offer =
  | { sdp: string; session: Record<string, unknown> | undefined }
  | { fault: string; status?: number }

function offerInTime(request: IncomingMessage, clock: Clock): Promise<Offer> {
  return new Promise((resolve) => {
    const fault = `The body has to arrive within ${BODY_TIMEOUT_MS / 1000} seconds.`
    const cancel = clock.schedule(() => resolve({ fault, status: 408 }), BODY_TIMEOUT_MS)
    const unreadable = () => ({ fault: 'The body could not be read.' })
    void readOffer(request).catch(unreadable).then(resolve).finally(cancel)
  })
}

async function readOffer(request: IncomingMessage): Promise<Offer> {
  const type = request.headers['content-type'] ?? ''
  const isForm = /^multipart\/form-data;/i.test(type)
  if (!isForm && !/^application\/sdp\b/i.test(type))
    return { fault: `The content type is ${JSON.stringify(type.slice(0, 60))}. ${NEEDED}` }
  const body = await readBody(request, MAX_BODY_BYTES)
  if (!body) return { fault: `The body is larger than ${MAX_BODY_BYTES / 1024} kB.` }
  const offer = isForm ? await readForm(body, type) : { sdp: body.toString(), session: undefined }
  if ('fault' in offer) return offer
  const fault = offerFault(offer.sdp)
  return fault === undefined ? offer : { fault }
}

async function readForm(body: Buffer, type: string): Promise<Offer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!form) return { fault: `The body is no multipart form. ${NEEDED}` }
  const sdp = await textOf(form.get('sdp'))
  if (sdp === undefined) return { fault: `The form has no part "sdp". ${NEEDED}` }
  const text = await textOf(form.get('session'))
  const session = text === undefined ? undefined : readSession(text)
  if (text !== undefined && !session)
    return { fault: `The part "session" must be a JSON object, nested at most ${MAX_NESTING} levels deep.` }
  return { sdp, session }
}

async function textOf(part: FormDataEntryValue | null): Promise<string | undefined> {
  return part === null || typeof part === 'string' ? (part ?? undefined) : part.text()
}

function readSession(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text)
  return isObject(value) ? value : undefined
}

/** Without the prefix `::ffff:` of sockets. `undefined` with a zone, which other machines cannot use. */
function plainAddress(address: string | undefined): string | undefined {
  if (address === undefined || address.includes('%')) return undefined
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
