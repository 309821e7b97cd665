import type { CollectionFlags } from '../load.js'
import type { AGENT_SETTINGS } from '../settings/agent-settings.js'
import type { Flags, OwnFlags } from '../settings/kinds.js'
import type {
  LIMIT_SETTINGS,
  RUN_SETTINGS,
  SERVER_SETTINGS,
  WEBRTC_SETTINGS,
} from '../settings/server-settings.js'

export type ServeFlags = CollectionFlags &
  OwnFlags<typeof RUN_SETTINGS> &
  Flags<typeof AGENT_SETTINGS> &
  Flags<typeof SERVER_SETTINGS> &
  Flags<typeof WEBRTC_SETTINGS> &
  Flags<typeof LIMIT_SETTINGS>
