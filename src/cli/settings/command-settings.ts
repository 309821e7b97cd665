import type { SettingFlags } from '../command.js'
import { AGENT_SETTINGS, LIMIT_SETTINGS, RUN_SETTINGS, SERVER_SETTINGS, WEBRTC_SETTINGS } from './settings.js'

export const COMMAND_SETTINGS: Readonly<Record<string, readonly SettingFlags[]>> = {
  serve: [
    { settings: RUN_SETTINGS, own: true },
    { settings: { ...AGENT_SETTINGS, ...SERVER_SETTINGS, ...WEBRTC_SETTINGS, ...LIMIT_SETTINGS } },
  ],
  mcp: [
    {
      settings: {
        tools: {
          ...AGENT_SETTINGS.tools,
          about: 'which tools a client gets',
          values:
            'all, search (three tools that find, describe and call the others) or auto (all, or search if there are too many)',
        },
        approve: AGENT_SETTINGS.approve,
      },
    },
  ],
  doctor: [
    {
      settings: {
        stt: {
          ...AGENT_SETTINGS.stt,
          about: 'recognizer to check (default: the one that `voice serve` would use)',
        },
        tts: {
          ...AGENT_SETTINGS.tts,
          about: 'voice to check (default: the one that `voice serve` would use)',
        },
        voiceModel: { ...AGENT_SETTINGS.voiceModel, about: 'voice model to check: it speaks one sentence' },
      },
    },
  ],
}
