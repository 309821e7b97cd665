import { VoiceError } from '../errors.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import { type LoadedConfig, prefixOf } from './config.js'
import type { AppConfig } from './settings/agent-settings.js'

/** Members of the configuration that name an engine or a store. Flags of the same names override them. */
const NAMING = ['stt', 'llm', 'tts', 'vad', 'turnDetection', 'store'] as const

type Naming = Partial<Record<(typeof NAMING)[number], unknown>>

/** Codes of errors whose messages name a provider or a store. */
const CODES: ReadonlySet<string> = new Set(['unknown-provider', 'unknown-store', 'missing-key'])

/**
 * Adds the place in the configuration, such as `voice.config.json, line 4`, to an error about an engine or a store that
 * the configuration names. Other errors are returned unchanged.
 */
export function placedError(
  error: unknown,
  { config, flags }: { config: LoadedConfig; flags: Naming },
): unknown {
  if (!(error instanceof VoiceError) || !CODES.has(error.code)) return error
  const { apps = {}, ...top } = config.values
  const owners: [path: string[], owner: AppConfig & Naming][] = [
    [[], top],
    ...Object.entries(apps).map(([id, app]): [string[], AppConfig] => [['apps', id], app]),
  ]
  for (const member of NAMING.filter((name) => flags[name] === undefined)) {
    const found = owners.find(([, owner]) =>
      namesIn(owner[member]).some((name) => error.message.includes(`"${name}"`)),
    )
    if (!found) continue
    const pointer = pointerOf([...found[0], member])
    return new VoiceError(
      error.code,
      `${config.at(pointer)}: ${prefixOf(pointer) || `${member}: `}${error.message}`,
    )
  }
  return error
}

const namesIn = (value: unknown) => [value].flat().filter((name) => typeof name === 'string')
