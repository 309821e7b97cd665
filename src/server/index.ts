/** `voice/server`: an agent with tools, and a server for its conversations. */

export type { Credential, Credentials } from '../environment.js'
export { credentialsFromEnv, loadEnv, serviceKeyValidator } from '../environment.js'
export { VoiceError, type VoiceErrorCode } from '../errors.js'
export type { ExpectedAnswer } from '../languages/turn-words.js'
export { defineTool, type LocalTool } from '../toolkit/define-tool.js'
export type * from '../toolkit/index.js'
export type { ReplyLimits, ToolSet } from './agent/agent.js'
export {
  type AgentChange,
  type AgentDescription,
  AgentSession,
  type AgentSessionOptions,
  type EngineChoice,
  type ModelChoice,
} from './agent/agent-session.js'
export type { BudgetLimits, BudgetScope } from './agent/budget.js'
export { type AppOptions, createApp, type ListeningAt, type VoiceApp } from './app.js'
export type { ApiKeyValidator, PhoneCaller } from './http/authenticator.js'
export type { TlsOptions } from './http/listen.js'
export type { PlaygroundOptions } from './http/playground.js'
export type { QuotaOptions } from './http/quota.js'
export type { McpServerAddress } from './mcp/mcp-connection.js'
export { type McpServerOptions, McpToolkit } from './mcp/mcp-toolkit.js'
export type { McpOAuthOptions } from './mcp/oauth.js'
export type { AiSdkModel } from './model/ai-sdk-model.js'
export type { Identity } from './model/identity.js'
export type {
  ExplainedCandidate,
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelToolCall,
  ProviderData,
} from './model/language-model.js'
export { ModelError, type ModelFailure, type ProviderFailure } from './model/model-error.js'
export type { SessionLimits } from './model/session-limits.js'
export type { ShowModel } from './model/show-model.js'
export {
  type FailoverListener,
  SpeechError,
  type SpeechFailover,
  type SpeechFailure,
} from './model/speech-error.js'
export type * from './model/speech-to-text.js'
export type * from './model/text-to-speech.js'
export type * from './model/turn-detector.js'
export type { Vad, VadWatch } from './model/vad.js'
export type { CarrierName } from './phone/carriers/carrier.js'
export type { PhoneOptions } from './phone/phone-options.js'
export type { ConnectionLimits } from './realtime/realtime-connection.js'
export type { AppBudgets, BudgetOptions } from './sessions/budget-ledger.js'
export type { MetricLabels, MetricReading, Metrics } from './telemetry/metrics.js'
export type { IceServer, WebRtcOptions } from './webrtc/webrtc-options.js'
