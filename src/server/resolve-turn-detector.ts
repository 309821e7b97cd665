import type { Credentials } from '../environment.js'
import type { TurnDetector } from './model/turn-detector.js'
import { defaultModelsDirectory } from './providers/speech/models/store.js'
import { createSmartTurnDetector, SMART_TURN } from './providers/speech/smart-turn/smart-turn.js'
import { findTurnDetector } from './speech/turns/find-turn-detector.js'

/** The turn detector with this name. Throws `unknown-provider`, or `not-installed` if its engine cannot run here. */
export function resolveTurnDetector(
  name: string,
  { credentials, language }: { credentials: Credentials; language?: string | undefined },
): TurnDetector {
  if (name === SMART_TURN)
    return createSmartTurnDetector({ directory: credentials.modelsDirectory ?? defaultModelsDirectory() })
  return findTurnDetector(name, { language, others: [SMART_TURN] })
}
