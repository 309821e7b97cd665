import type { Credentials } from '../../environment.js'
import { messageOf } from '../../errors.js'
import type { VoiceEvent, VoiceModel } from '../../server/model/voice-model.js'
import { resolveVoiceModel } from '../../server/providers/voice-model/registry.js'
import { type CheckResult, failed, ok } from './check.js'

const SENTENCE = 'List the pets.'
const PATIENCE_MS = 20_000
const HEARD_EVERY_MS = 100
const NAME = 'voice model'

/** Lets a voice model speak one sentence, and reports when the connection, its first audio and its end were there. */
export async function checkVoiceModel(name: string, credentials: Credentials): Promise<CheckResult> {
  try {
    const { readyMs, firstMs, endMs, audioMs } = await speakOnce(resolveVoiceModel(name, credentials))
    const times = `connected after ${readyMs} ms, first sound after ${firstMs} ms, ${audioMs} ms of audio after ${endMs} ms`
    return ok(NAME, `${name}: ${times}`)
  } catch (error) {
    const advice = 'check VOICE_MODEL_API_KEY and VOICE_MODEL_BASE_URL, or name another model'
    return failed(NAME, `${name}: ${messageOf(error)}`, advice)
  }
}

interface SpokenTimes {
  readyMs: number
  firstMs: number
  endMs: number
  audioMs: number
}

function speakOnce(model: VoiceModel): Promise<SpokenTimes> {
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  const times: SpokenTimes = { readyMs: 0, firstMs: 0, endMs: 0, audioMs: 0 }
  return new Promise((resolve, reject) => {
    const take = (event: VoiceEvent) => {
      if (event.type === 'ready') times.readyMs = since()
      else if (event.type === 'audio') {
        times.firstMs ||= since()
        times.audioMs += Math.round(event.bytes.byteLength / 48)
      } else if (event.type === 'closed') end(() => reject(event.error))
      else if (event.type === 'said' && event.failed) end(() => reject(event.failed))
      else if (event.type === 'said' && times.audioMs === 0)
        end(() => reject(new Error('the model said nothing')))
      else if (event.type === 'said') end(() => resolve({ ...times, endMs: since() }))
    }
    const rules = { instructions: '', tools: [], toolChoice: 'none' as const }
    const link = model.open({ input: 24_000, output: 24_000, turns: null, rules, history: [] }, take)
    // A model without a clock speaks only while it hears something.
    const hear = () => link.audio(new Uint8Array(HEARD_EVERY_MS * 48))
    const hearing = model.traits.needsClock ? setInterval(hear, HEARD_EVERY_MS) : undefined
    const late = () => end(() => reject(new Error(`no audio within ${PATIENCE_MS / 1000} seconds`)))
    const timer = setTimeout(late, PATIENCE_MS)
    function end(settle: () => void): void {
      clearTimeout(timer)
      clearInterval(hearing)
      link.close()
      settle()
    }
    link.say('say_1', SENTENCE)
  })
}
