/** `voice/testing`: fakes for the parts of an agent that cost money or time. */

export { type Replay, type ReplayedEvent, replayRecording } from '../server/recording/replay-recording.js'
export { FakeTool, type FakeToolOptions } from './fake-tool.js'
export {
  type ScriptedAct,
  type ScriptedFailure,
  ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedStep,
} from './scripted-model.js'
export { settle, VirtualClock } from './virtual-clock.js'
