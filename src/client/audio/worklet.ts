/** The audio worklet, built as a separate file: the processors of microphone and speaker on the audio thread. */

import { CaptureProcessor } from './capture-processor.js'
import { PlayerProcessor } from './player-processor.js'
import { CAPTURE, PLAYER, registerProcessor } from './worklet-scope.js'

registerProcessor(CAPTURE, CaptureProcessor)
registerProcessor(PLAYER, PlayerProcessor)
