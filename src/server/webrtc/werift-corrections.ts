import type * as Werift from 'werift'

/**
 * DTLS records after the first "Finished" message are numbered from this value. A handshake never has so many records,
 * so no number is used twice.
 */
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
export function watchDtls(
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

/** A chunk that was sent and that the peer has not yet confirmed in order. */
interface SentChunk {
  /** The size of the chunk in bytes, as it counts towards `flightSize`. */
  bookSize: number
  /** The peer has confirmed the chunk out of order. */
  acked: boolean
  /** The chunk counts as lost and is sent again as soon as possible. */
  retransmit: boolean
}

/** The members of werift's SCTP association that `countOutstanding` uses. Some of them are private in werift. */
export interface Association {
  flightSize: number
  sentQueue: readonly SentChunk[]
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
