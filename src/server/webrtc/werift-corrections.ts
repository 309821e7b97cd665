import type * as Werift from 'werift'

/** Records after the first "Finished" are numbered from here: no handshake has so many records. */
const HANDSHAKE_RECORDS = 1_000
/** The type of a DTLS record with a message of the handshake (RFC 6347, 4.1). */
const HANDSHAKE = 22

/**
 * Calls `onConnected` when the DTLS handshake is complete, and `onEnded` when DTLS has failed or the peer has ended it.
 * Also corrects werift's record numbers (`numberRecords`). The state of werift's connection is no substitute. Its
 * "connected" also waits for SCTP, and is never reached if SCTP was connected before DTLS, which happens if the peer's
 * last message of the handshake was lost. And it does not change when the peer ends DTLS, as browsers do on `close()`.
 */
export function watchDtls(
  connection: Werift.RTCPeerConnection,
  { onConnected, onEnded }: { onConnected: () => void; onEnded: () => void },
): void {
  for (const transport of connection.dtlsTransports)
    transport.onStateChange.subscribe((state) => {
      if (state === 'connected') onConnected()
      else if (state === 'failed' || state === 'closed') onEnded()
      // werift creates the socket directly after it has reported this state, so the correction waits for it.
      else if (state === 'connecting')
        queueMicrotask(() => {
          if (transport.dtls) numberRecords(transport.dtls)
        })
    })
}

/**
 * Corrects the numbers of DTLS records. werift repeats its last message of the handshake ("Finished") with the same
 * number, and numbers the records after this message from 0 again. The peer drops a repeated number (RFC 6347,
 * 4.1.2.6). So it would not answer a repeated "Finished" with its own last message, and if that message was lost, the
 * call would stay silent. A repeated number also repeats the nonce of the cipher, which must be used once (RFC 5288,
 * 3).
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
  /** The size in bytes that counts as outstanding. */
  bookSize: number
  /** The peer confirmed it out of order. */
  acked: boolean
  /** It counts as lost and is sent again as soon as possible. */
  retransmit: boolean
}

/** The members of werift's SCTP association that `countOutstanding` uses. Some are private there. */
export interface Association {
  flightSize: number
  sentQueue: readonly SentChunk[]
  onSackReceived: () => Promise<void>
}

/**
 * Counts the outstanding bytes of an SCTP association again at each confirmation (RFC 9260, 6.1), before it sends more.
 * After a timeout, werift sends chunks again that were already confirmed, and counts them as outstanding for ever. On a
 * network that loses packets, this sum would soon exceed the congestion window, and no event would be sent any more.
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
