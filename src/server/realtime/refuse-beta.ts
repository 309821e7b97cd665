import type { WebSocket } from 'ws'
import { CLOSE } from './realtime-connection.js'

/**
 * The error for clients of the beta version of the Realtime protocol. It lists what such a client must change. OpenAI
 * sends the same error code.
 */
const ERROR = {
  type: 'invalid_request_error',
  code: 'beta_api_shape_disabled',
  message:
    'This server uses the GA version of the Realtime API, not the beta. Update the client, or leave out the header ' +
    '"OpenAI-Beta: realtime=v1" and the subprotocol "openai-beta.realtime-v1" and follow the GA shapes: ' +
    'session.update needs "type": "realtime"; modalities is output_modalities; voice, input_audio_format, ' +
    'output_audio_format, input_audio_transcription and turn_detection are in audio.input and audio.output; ' +
    'response.audio.*, response.audio_transcript.* and response.text.* are response.output_audio.*, ' +
    'response.output_audio_transcript.* and response.output_text.*; conversation.item.created is ' +
    'conversation.item.added and .done; assistant content has the types output_text and output_audio.',
  param: 'OpenAI-Beta',
  event_id: null,
}

/**
 * Sends the error to a client of the beta version and disconnects it. Such a client could not parse the events of this
 * server.
 */
export function refuseBeta(socket: WebSocket): void {
  // Nothing to do: a `close` event follows each `error` event.
  socket.on('error', () => {})
  socket.send(JSON.stringify({ type: 'error', event_id: 'event_1', error: ERROR }))
  socket.close(CLOSE.beta.code, CLOSE.beta.reason)
}
