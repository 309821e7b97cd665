import { VoiceError } from '../../errors.js'
import { CARRIER_VARIABLES } from '../../server/phone/carriers/carriers.js'
import type { PhoneOptions } from '../../server/phone/phone-options.js'
import { isHttpAddress } from '../../text/http-address.js'
import type { ConfigFile } from '../settings/config-schema.js'
import type { SpeechChoice } from './choose-speech.js'
import type { ServeFlags } from './flags.js'

/**
 * The options of telephone calls; `undefined` if no carrier is set. Throws `missing-key` if the credential of the
 * carrier is not set. Throws `wrong-usage` if no agent has both a recognizer and a voice, or if the public URL is
 * invalid.
 */
export function planPhone(
  flags: Pick<ServeFlags, 'phone' | 'publicUrl'>,
  { config, env, speech }: { config: ConfigFile; env: NodeJS.ProcessEnv; speech: readonly SpeechChoice[] },
): PhoneOptions | undefined {
  const carrier = flags.phone ?? config.phone
  if (carrier === undefined) return undefined
  const name = CARRIER_VARIABLES[carrier]
  const credential = env[name]
  if (!credential) {
    const message = `Telephone calls of ${carrier} need ${name}: without it the server cannot tell a call from a forged request. docs/telephone.md says where to find it.`
    throw new VoiceError('missing-key', message)
  }
  if (!speech.some(({ stt, tts }) => stt !== null && tts !== null)) {
    const message =
      'An agent on the telephone must hear and speak: name a recognizer with --stt and a voice with --tts.'
    throw new VoiceError('wrong-usage', message)
  }
  const { phoneGreeting: greeting, limits: { maxCallMinutes } = {} } = config
  return {
    carrier,
    credential,
    publicUrl:
      flags.publicUrl === undefined
        ? publicUrlOf(config.publicUrl, '"publicUrl" of the configuration')
        : publicUrlOf(flags.publicUrl, '--public-url'),
    greeting,
    maxCallMs: maxCallMinutes && maxCallMinutes * 60_000,
  }
}

function publicUrlOf(text: string | undefined, setting: string): string | undefined {
  if (text === undefined || isHttpAddress(text)) return text
  const message = `${setting} takes the address that the carrier calls, such as https://voice.example.com; "${text}" is none.`
  throw new VoiceError('wrong-usage', message)
}
