/** `voice/client/element`: registers the element `<voice-agent>`. */

import { defineVoiceAgent } from './overlay/voice-agent-element.js'

export { VoiceAgentElement, type VoiceAgentEventMap } from './overlay/voice-agent-element.js'

defineVoiceAgent()
