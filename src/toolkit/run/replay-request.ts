import { messageOf, VoiceError } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { DryRun } from '../model/tool.js'
import { isKnownAuth } from '../secrets/auth-kinds.js'
import type { Scope } from '../template/scope.js'
import { resolveAuth } from './authenticate/authenticate.js'
import { type Gate, permitReplay } from './gate.js'
import { nameJsonBody } from './request/assemble.js'
import { type ReadFile, resolveRequest } from './request/resolve-request.js'
import { bodySecrets, requestSecrets } from './request-secrets.js'
import type { Cookies } from './send/cookies.js'
import type { Deadline } from './send/deadline.js'
import { decoded } from './send/decode-body.js'
import type { RawResponse } from './send/transport.js'
import {
  challengedBy,
  type ReadyRequest,
  type SignedRequest,
  showRequest,
  signRequest,
} from './sign-request.js'
import type { WireRequest } from './wire-request.js'

const MAX_BYTES = 50_000_000

export interface ReplayContext {
  scope: Scope
  secrets: string[]
  gate: Gate
  cookies: Cookies
  clock: Clock
  readFile: ReadFile
}

export interface BuiltReplay extends ReadyRequest {
  wire: WireRequest
  shown: DryRun
  /** Whether the body has files of this machine. */
  sendsFiles: boolean
  /** Probable mistakes of the author: variables without a value, missing files, an auth that cannot sign. */
  notices: string[]
}

/** Builds a request by Postman's rules: `{{name}}` stays without a value. Throws for characters that HTTP does not allow. */
export function buildReplay(
  template: RequestTemplate,
  { scope, secrets, clock, readFile }: ReplayContext,
): BuiltReplay {
  const files: string[] = []
  const noting: ReadFile = (path) => {
    const bytes = readFile(path)
    if (bytes) files.push(path)
    return bytes
  }
  const resolved = resolveRequest(template, { scope, readFile: noting })
  const signing = template.auth && resolveAuth(template.auth, scope)
  const notices = [
    ...unresolvedNotice([...resolved.unresolved, ...(signing?.unresolved ?? [])]),
    ...files.map((path) => `Sends the file ${path} of this machine.`),
    ...resolved.missingFiles.map(
      (path) =>
        `The file ${path} was not sent: files are read only below the folder of --working-dir, and no hidden ones.`,
    ),
  ]
  const auth = signing?.auth
  const draft = nameJsonBody(resolved.draft)
  if (auth && !isKnownAuth(auth.type)) notices.push(`The auth "${auth.type}" is not known; sent without.`)
  const { wire, added } = signedIfPossible({ draft, auth }, { clock, notices })
  const hidden = [...secrets, ...requestSecrets(draft, auth), ...bodySecrets(draft), ...added]
  return { wire, draft, auth, shown: showRequest(wire, hidden), sendsFiles: files.length > 0, notices }
}

function signedIfPossible(
  request: ReadyRequest,
  { clock, notices }: { clock: Clock; notices: string[] },
): SignedRequest {
  try {
    return signRequest(request, clock)
  } catch (error) {
    if (error instanceof VoiceError && error.code === 'invalid-header') throw error
    const unsigned = signRequest({ ...request, auth: undefined }, clock)
    notices.push(`Sent without authentication: ${messageOf(error)}`)
    return unsigned
  }
}

function unresolvedNotice(names: string[]): string[] {
  const unique = [...new Set(names)]
  return unique.length > 0
    ? [`Without a value, sent as written: ${unique.map((name) => `{{${name}}}`).join(', ')}.`]
    : []
}

interface ReplaySending {
  name: string
  deadline: Deadline
  /** Whether a redirect is followed. @default always */
  mayFollow?: (next: WireRequest) => boolean
}

/** Sends a request and follows redirects by Postman's rules. The body of the final response is decompressed. */
export async function sendReplay(
  request: BuiltReplay,
  { gate, name, cookies, clock, deadline, mayFollow }: ReplayContext & ReplaySending,
): Promise<RawResponse> {
  const { response } = await gate.send(request.wire, {
    permit: permitReplay(name, { clock, mayFollow }),
    cookies,
    deadline,
    rules: 'postman',
    limits: { connectTimeoutMs: 0, idleTimeoutMs: 0, maxBytes: MAX_BYTES },
    challenged: challengedBy(request, clock),
  })
  return decoded(response, MAX_BYTES)
}
