import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { OfferedTools } from '../agent/offered-tools.js'
import { decorate } from '../model/decorate.js'
import type { VoiceEvent, VoiceModel } from '../model/voice-model.js'
import { type RecordedError, readError, writeError } from './recording-lines.js'
import { type Codec, type Ports, recordedCall } from './recording-ports.js'

/** A voice model whose events come through ports, so that they are recorded, or come from a recording. */
export function voiceModelThrough(
  model: VoiceModel,
  { ports, tools }: { ports: Ports; tools: OfferedTools },
): VoiceModel {
  return decorate(model, {
    open: (setup, take) => model.open(setup, ports.listener('voice-model', take, codecFor(tools))),
  })
}

/** The voice model of a replay: its links do nothing, and their events come from the recording. */
export function replayedVoiceModel({ name, traits }: Pick<VoiceModel, 'name' | 'traits'>): VoiceModel {
  const nothing = () => {}
  return {
    name,
    traits,
    open: () => ({ audio: nothing, tell: nothing, say: nothing, drop: nothing, close: nothing }),
  }
}

/** Audio is recorded as its length, and the sensitive arguments of a call are masked. */
const codecFor = (tools: OfferedTools): Codec<VoiceEvent> => ({
  encode(event) {
    if (event.type === 'audio') return { ...event, bytes: event.bytes.byteLength }
    if (event.type === 'call') return recordedCall(event, tools)
    if (event.type === 'closed') return { ...event, error: writeError(event.error) } as JsonObject
    const failed = 'failed' in event && event.failed
    return (failed ? { ...event, failed: writeError(failed) } : event) as JsonValue
  },
  decode(json) {
    const event = json as JsonObject
    if (event.type === 'audio') return { ...event, bytes: new Uint8Array(Number(event.bytes)) } as never
    const name = event.type === 'closed' ? 'error' : 'failed'
    const error = event[name] as RecordedError | undefined
    return (error ? { ...event, [name]: readError(error) } : event) as never
  },
})
