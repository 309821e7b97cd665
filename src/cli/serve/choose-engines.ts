import { findService, type Service, type ServicePart } from '../../server/providers/services.js'
import type { AppConfig } from '../settings/agent-settings.js'

/** A service, and the parts of an agent (`llm`, `stt`, `tts`) that it provides. */
export interface ChosenService {
  service: Service
  parts: ServicePart[]
}

/** The language models, recognizers and synthesizers of an agent. Each of them is undefined if no setting names it. */
export interface ChosenEngines {
  llm: string[] | undefined
  stt: string[] | undefined
  tts: string[] | undefined
  /**
   * The service that the flag `--provider` or the setting `provider` selects, and the parts of the agent that this
   * service provides. Undefined if no service is selected.
   */
  service: ChosenService | undefined
}

const PARTS = ['llm', 'stt', 'tts'] as const

/**
 * Combines the flags with the configuration of an app. The engine of a part, such as `tts`, comes from the first of
 * these: the flag `--tts`, the flag `--provider`, `tts` in the configuration, `provider` in the configuration. Throws
 * `unknown-provider` if there is no such provider.
 */
export function chooseEngines(
  flags: Pick<AppConfig, ServicePart | 'provider'>,
  app: Pick<AppConfig, ServicePart | 'provider'>,
): ChosenEngines {
  const name = flags.provider ?? app.provider
  const service = name === undefined ? undefined : findService(name)
  const parts: ServicePart[] = []
  const choose = (part: ServicePart): string[] | undefined => {
    const byFlag = listed(flags[part])
    const byApp = flags.provider === undefined || !service?.[part] ? listed(app[part]) : undefined
    const offered = service?.[part]
    if (byFlag || byApp || offered === undefined) return byFlag ?? byApp
    parts.push(part)
    return [offered]
  }
  const [llm, stt, tts] = PARTS.map(choose)
  return { llm, stt, tts, service: service && { service, parts } }
}

const listed = (names: string | string[] | undefined) => (names === undefined ? undefined : [names].flat())
