/** `voice/server`: an agent with tools, and the server that holds its conversations. */

export type { Credential, Credentials } from '../environment.js'
export { credentialsFromEnv, loadEnv, serviceKeyValidator } from '../environment.js'
export { VoiceError } from '../errors.js'
export type { Clock, Logger } from '../ports.js'
export type { ApprovalPolicy, ReplyLimits, ToolSet } from './agent/agent.js'
export { AgentSession, type AgentSessionOptions } from './agent/agent-session.js'
export { type AppOptions, createApp, type ListeningAt, type VoiceApp } from './app.js'
export type { ApiKeyValidator } from './http/gate.js'
export type { Identity } from './model/identity.js'
export type {
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from './model/language-model.js'
export { ModelError, type ModelFailure } from './model/model-error.js'
