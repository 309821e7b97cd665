import type * as Werift from 'werift'
import type { Clock } from '../../ports.js'
import type { AudioPacket } from './jitter-buffer.js'
import { withCallerAddress, withoutCandidates, withoutNamedCandidates } from './offer.js'
import type { WebRtcOptions } from './webrtc-options.js'

const EVENTS_LABEL = 'oai-events'
/** RTP time units in one millisecond. Opus always counts at 48 kHz. */
const TICKS_PER_MS = 48
const TICKS_PER_FRAME = 20 * TICKS_PER_MS
/** Time for both sides to confirm that the channel has closed. */
const FAREWELL_MS = 1_000
/** How often a closing peer looks whether all messages have arrived. */
const FLUSH_MS = 20

interface PeerEvents {
  onConnected: () => void
  onGone: () => void
  onAlive: () => void
  onAudio: (packet: AudioPacket) => void
  onChannel: () => void
  onMessage: (text: string | undefined) => void
}

interface PeerOptions extends PeerEvents {
  werift: typeof Werift
  clock: Clock
  /** The rate at which audio of the caller is decoded, in Hz. */
  decodes: number
  network: WebRtcOptions
  localAddress: string | undefined
  /** The IP address from which the offer came by HTTP. */
  callerAddress: string
}

/** One WebRTC connection to a caller: Opus in both directions and a data channel. Wraps `werift`. */
export class Peer {
  readonly #options: PeerOptions
  readonly #connection: Werift.RTCPeerConnection
  readonly #track: Werift.MediaStreamTrack
  #channel: Werift.RTCDataChannel | undefined
  #sequence = 0
  #timestamp = 0
  #startedAt: number | undefined
  #closed = false

  constructor(options: PeerOptions) {
    const { werift } = options
    this.#options = options
    this.#connection = new werift.RTCPeerConnection(configOf(options))
    this.#track = new werift.MediaStreamTrack({ kind: 'audio' })
    this.#connection.onTrack.subscribe((track) => this.#listen(track))
    this.#connection.onDataChannel.subscribe((channel) => this.#open(channel))
    this.#connection.connectionStateChange.subscribe((state) => {
      if (this.#closed) return
      if (state === 'failed' || state === 'closed') options.onGone()
    })
  }

  /** Answers an offer, which `offerFault` must have accepted. Throws if werift cannot use it. */
  async answer(offer: string): Promise<string> {
    const { network, callerAddress } = this.#options
    const relays = (network.iceServers ?? []).length > 0
    const sdp = relays
      ? withCallerAddress(withoutNamedCandidates(offer), callerAddress)
      : withoutCandidates(offer)
    await this.#connection.setRemoteDescription({ type: 'offer', sdp })
    const transceiver = this.#connection.getTransceivers().find(({ kind }) => kind === 'audio')
    if (!transceiver) throw new Error('its audio section cannot be used')
    transceiver.setDirection('sendrecv')
    await transceiver.sender.replaceTrack(this.#track)
    // Without a STUN server in its configuration, werift would use a public one.
    if (!relays)
      for (const { connection } of this.#connection.iceTransports) connection.stunServer = undefined
    watchDtls(this.#connection, {
      onConnected: () => {
        if (!this.#closed) this.#options.onConnected()
      },
      onEnded: () => {
        if (!this.#closed) this.#options.onGone()
      },
    })
    if (this.#association) countOutstanding(this.#association)
    await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    return this.#connection.localDescription?.sdp ?? ''
  }

  /** Sends an Opus frame of 20 ms; `first` after a pause until `now`. */
  sendAudio(payload: Uint8Array, { first, now }: { first: boolean; now: number }): void {
    const { werift } = this.#options
    this.#startedAt ??= now
    const elapsed = Math.round((now - this.#startedAt) * TICKS_PER_MS)
    this.#timestamp = first
      ? Math.max(elapsed, this.#timestamp + TICKS_PER_FRAME)
      : this.#timestamp + TICKS_PER_FRAME
    this.#sequence = (this.#sequence + 1) & 0xffff
    const header = new werift.RtpHeader({
      sequenceNumber: this.#sequence,
      timestamp: this.#timestamp >>> 0,
      marker: first,
    })
    this.#track.writeRtp(new werift.RtpPacket(header, Buffer.from(payload)))
  }

  /** Sends a text message. Returns the number of bytes that wait for the peer. */
  sendMessage(text: string): number {
    if (this.#channel?.readyState !== 'open') return 0
    this.#channel.send(text)
    return this.#channel.bufferedAmount
  }

  /** Closes the data channel, which the peer notices at once, then the connection: werift sends no DTLS alert. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#track.stop()
    if (this.#channel?.readyState === 'open') this.#closeChannel(this.#channel, FAREWELL_MS)
    else this.#end()
  }

  /** werift would close the channel before messages that are still on their way, and the peer would not get them. */
  #closeChannel(channel: Werift.RTCDataChannel, leftMs: number): void {
    const { clock } = this.#options
    if (leftMs > 0 && channel.bufferedAmount + outstandingChunks(this.#association) > 0)
      clock.schedule(() => this.#closeChannel(channel, leftMs - FLUSH_MS), FLUSH_MS)
    else {
      channel.close()
      clock.schedule(() => this.#end(), FAREWELL_MS)
    }
  }

  #end(): void {
    this.#connection.close().catch(() => {})
  }

  get #association(): Association | undefined {
    const association: unknown = this.#connection.sctpTransport?.sctp
    return association as Association | undefined
  }

  #listen(track: Werift.MediaStreamTrack): void {
    const { onAlive, onAudio } = this.#options
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      if (this.#closed) return
      onAlive()
      onAudio({ sequence: header.sequenceNumber, timestamp: header.timestamp, payload })
    })
  }

  #open(channel: Werift.RTCDataChannel): void {
    if (this.#channel || channel.label !== EVENTS_LABEL) return
    const { onChannel, onMessage } = this.#options
    this.#channel = channel
    channel.onMessage.subscribe((data) => {
      if (!this.#closed) onMessage(typeof data === 'string' ? data : undefined)
    })
    // Waits, so that werift answers the handshake of the data channel before `onChannel` can send an event.
    queueMicrotask(() => {
      if (!this.#closed) onChannel()
    })
  }
}

/** Without ICE-lite, with which one of seven calls from Chromium failed (werift 0.24), and error correction, which opusscript lacks. */
function configOf({
  werift,
  network,
  localAddress,
  decodes,
  onAlive,
}: PeerOptions): Werift.RTCPeerConnectionConfig {
  const { publicAddresses = [], udpPorts, iceServers = [] } = network
  const addresses = [...publicAddresses, ...(localAddress === undefined ? [] : [localAddress])]
  const opus = new werift.RTCRtpCodecParameters({
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    parameters: `minptime=10;maxplaybackrate=${decodes}`,
  })
  return {
    codecs: { audio: [opus] },
    headerExtensions: { audio: [] },
    iceServers: weriftServers(iceServers),
    iceAdditionalHostAddresses: addresses,
    ...(udpPorts && { icePortRange: [udpPorts[0], udpPorts[1]] as [number, number] }),
    iceFilterStunResponse: () => {
      onAlive()
      return true
    },
  }
}

/** The ICE servers. With TURN only, the first is also the STUN server: werift would ask a public one. */
function weriftServers(servers: NonNullable<WebRtcOptions['iceServers']>): Werift.RTCIceServer[] {
  const own = servers.map(({ url, ...login }) => ({ urls: url, ...login }))
  if (own.length === 0 || own.some(({ urls }) => urls.startsWith('stun'))) return own
  const [, authority = ''] = /^turns?:([^?]+)/.exec(own[0]!.urls) ?? []
  return [{ urls: `stun:${authority}` }, ...own]
}

/** Numbers of DTLS records after "Finished"; no handshake has so many, so none is used twice. */
const HANDSHAKE_RECORDS = 1_000
/** The type of a DTLS record with a message of the handshake (RFC 6347, 4.1). */
const HANDSHAKE = 22

/**
 * Calls `onConnected` when the DTLS handshake is complete, and `onEnded` when DTLS has failed or the peer has ended it.
 * Also corrects werift's record numbers (`numberRecords`). The connection state of werift cannot be used instead:
 * - Its "connected" also waits for SCTP. If the peer's last message of the handshake was lost, SCTP connects before
 *   DTLS, and werift never reports "connected".
 * - werift does not report that the peer has ended DTLS, as browsers do on `close()`.
 */
function watchDtls(
  connection: Werift.RTCPeerConnection,
  { onConnected, onEnded }: { onConnected: () => void; onEnded: () => void },
): void {
  for (const transport of connection.dtlsTransports)
    transport.onStateChange.subscribe((state) => {
      if (state === 'connected') onConnected()
      else if (state === 'failed' || state === 'closed') onEnded()
      // werift creates the socket directly after it has reported this state, so the correction must wait for the
      // socket.
      else if (state === 'connecting')
        queueMicrotask(() => {
          if (transport.dtls) numberRecords(transport.dtls)
        })
    })
}

/**
 * Corrects the numbers of DTLS records. werift repeats its last message of the handshake ("Finished") with the same
 * number, and numbers the records after this message from 0 again. This has two bad effects:
 * - The peer drops a record with a repeated number (RFC 6347, 4.1.2.6). It then does not answer a repeated "Finished"
 *   with its own last message. If that message was lost, the call stays silent.
 * - A repeated number repeats the nonce of the cipher, which must be used only once (RFC 5288, 3).
 */
function numberRecords({ cipher, dtls, transport }: DtlsSocket): void {
  const send = transport.send
  const encrypt = cipher.encryptPacket.bind(cipher)
  let finished: (() => Buffer) | undefined
  let isSent = false
  cipher.encryptPacket = (record) => {
    const { recordLayerHeader: header, fragment } = record
    if (header.contentType === HANDSHAKE)
      finished = () => {
        dtls.recordSequenceNumber += 1
        header.sequenceNumber = dtls.recordSequenceNumber
        record.fragment = fragment
        return encrypt(record).serialize()
      }
    return encrypt(record)
  }
  const sendNumbered: typeof send = (record, address) => {
    if (!isEncryptedHandshake(record)) return send(record, address)
    const isRepeated = isSent
    isSent = true
    if (isRepeated && finished) return send(finished(), address)
    dtls.recordSequenceNumber = HANDSHAKE_RECORDS
    return send(record, address)
  }
  Object.assign(transport, { send: sendNumbered })
}

type DtlsSocket = NonNullable<Werift.RTCDtlsTransport['dtls']>

/** Whether a record is "Finished", the only message of the handshake in epoch 1. */
function isEncryptedHandshake(record: Buffer): boolean {
  return record[0] === HANDSHAKE && record.readUInt16BE(3) === 1
}

interface SentChunk {
  bookSize: number
  /** The peer has confirmed the chunk out of order. */
  acked: boolean
  /** The chunk counts as lost and is sent again as soon as possible. */
  retransmit: boolean
}

/** The members of werift's SCTP association that are used here. Some of them are private in werift. */
export interface Association {
  flightSize: number
  sentQueue: readonly SentChunk[]
  outboundQueue: readonly unknown[]
  onSackReceived: () => Promise<void>
}

/**
 * Makes an SCTP association count its outstanding bytes anew at each confirmation, before it sends more (RFC 9260,
 * 6.1). This corrects an error of werift: after a timeout, it sends chunks again that were already confirmed, and
 * counts them as outstanding for ever. On a network that loses packets, this number would soon exceed the congestion
 * window, and no event would be sent any more.
 */
export function countOutstanding(association: Association): void {
  const onSackReceived = association.onSackReceived
  association.onSackReceived = () => {
    association.flightSize = association.sentQueue
      .filter(({ acked, retransmit }) => !acked && !retransmit)
      .reduce((sum, { bookSize }) => sum + bookSize, 0)
    return onSackReceived()
  }
}

/** How many chunks were not sent, or not confirmed by the peer. */
const outstandingChunks = (association: Association | undefined): number =>
  (association?.outboundQueue.length ?? 0) + (association?.sentQueue.length ?? 0)
