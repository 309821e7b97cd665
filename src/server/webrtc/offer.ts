/** Limits of an SDP offer. A browser sends about 2 kB to 6 kB, with at most a few dozen candidates. */
export const OFFER_LIMITS = { bytes: 64 * 1024, lines: 1_000, candidates: 64, sections: 4 }

/** Kinds of media that an offer may have. Calls have no video. */
const SECTIONS = ['audio', 'application']

/** Checks an SDP offer before it is parsed. Returns a sentence about the first problem, or `undefined`. */
export function offerFault(sdp: string): string | undefined {
  const { bytes, lines: maxLines, candidates: maxCandidates, sections: maxSections } = OFFER_LIMITS
  if (Buffer.byteLength(sdp) > bytes) return `The SDP is larger than ${bytes / 1024} kB.`
  const lines = linesOf(sdp)
  if (lines[0] !== 'v=0') return 'The body is not SDP: it must start with the line "v=0".'
  if (lines.length > maxLines) return `The SDP has ${lines.length} lines; at most ${maxLines} are allowed.`
  const strange = lines.find((line) => !/^[a-z]=/.test(line))
  if (strange !== undefined)
    return `The SDP has a line that is not "letter=value": ${JSON.stringify(strange.slice(0, 40))}.`
  const candidates = lines.filter(isCandidate).length
  if (candidates > maxCandidates)
    return `The SDP has ${candidates} candidates; at most ${maxCandidates} are allowed.`
  const sections = lines.flatMap((line) => (line.startsWith('m=') ? (line.slice(2).split(' ')[0] ?? '') : []))
  if (sections.length > maxSections)
    return `The SDP has ${sections.length} media sections; at most ${maxSections} are allowed.`
  const foreign = sections.find((kind) => !SECTIONS.includes(kind))
  if (foreign !== undefined)
    return `The SDP has a section "m=${foreign.slice(0, 20)}". A call has audio and a data channel.`
  if (sections.filter((kind) => kind === 'audio').length !== 1)
    return 'The SDP must have one section "m=audio". Add an audio track or transceiver before createOffer().'
  if (!lines.some((line) => /^a=rtpmap:\d{1,3} opus\/48000/i.test(line)))
    return 'The SDP offers no Opus. Its audio section must have "a=rtpmap:N opus/48000/2".'
  if (!hasAll(lines, ['a=ice-ufrag:', 'a=ice-pwd:', 'a=fingerprint:']))
    return 'The SDP needs a=ice-ufrag, a=ice-pwd and a=fingerprint.'
  return undefined
}

/** Removes the candidates: addresses come from ICE checks, so nothing is sent to one that only the offer has. */
export function withoutCandidates(sdp: string): string {
  return `${linesOf(sdp)
    .filter((line) => !isCandidate(line) && line !== 'a=end-of-candidates')
    .join('\r\n')}\r\n`
}

/** Removes mDNS candidates; a TURN relay must know the others. */
export function withoutNamedCandidates(sdp: string): string {
  return `${linesOf(sdp)
    .filter((line) => !(isCandidate(line) && line.includes('.local ')))
    .join('\r\n')}\r\n`
}

/** Adds the sender's address, without which a TURN relay drops its packets; any port will do (RFC 8656, 9). */
export function withCallerAddress(sdp: string, address: string): string {
  const candidate = `a=candidate:0 1 udp 1 ${address} 9 typ host`
  const lines = linesOf(sdp).flatMap((line) => (line.startsWith('a=mid:') ? [line, candidate] : [line]))
  return `${lines.join('\r\n')}\r\n`
}

const isCandidate = (line: string) => line.startsWith('a=candidate:')

const linesOf = (sdp: string) =>
  sdp
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
    .filter(Boolean)

const hasAll = (lines: string[], starts: string[]) =>
  starts.every((start) => lines.some((line) => line.startsWith(start)))
