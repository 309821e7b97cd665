/** The audio worklet, a file of its own: what runs on the audio thread for the microphone and for the speaker. */

import { CaptureProcessor } from './capture-processor.js'
import { PlayerProcessor } from './player-processor.js'
import { CAPTURE, PLAYER, registerProcessor } from './worklet-scope.js'

registerProcessor(CAPTURE, CaptureProcessor)
registerProcessor(PLAYER, PlayerProcessor)
