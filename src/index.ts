/** `voice`: from a Postman collection to an agent that answers. */

export { credentialsFromEnv, loadEnv, serviceKeyValidator } from './environment.js'
export { VoiceError } from './errors.js'
export { AgentSession, type AgentSessionOptions } from './server/agent/agent-session.js'
export { type AppOptions, createApp, type ListeningAt, type VoiceApp } from './server/app.js'
export type { ApiKeyValidator } from './server/http/gate.js'
export type { Identity } from './server/model/identity.js'
export { defineTool, type LocalTool } from './toolkit/define-tool.js'
export type { JsonObject, JsonSchema, JsonValue } from './toolkit/model/json.js'
export type { CallOptions, ToolAnnotations, ToolFunction, Toolkit, ToolResult } from './toolkit/model/tool.js'
export { RESTAPIToolkit, type ToolkitOptions } from './toolkit/rest-api-toolkit.js'
