/** `voice/run`: everything that generated code imports. */

export type { Clock, LogFields, Logger } from '../../ports.js'
export type { Variable } from '../model/collection.js'
export type * from '../model/json.js'
export type * from '../model/operation.js'
export type * from '../model/tool.js'
export type { ResolvedBaseUrl, ResolvedBaseUrls } from '../semantics/base-urls.js'
export { bindTools, type ToolAnswer, type ToolsManifest, type ToolsOptions } from './bind-tools.js'
export type { RunContext } from './run-context.js'
export { createToolFunction } from './tool-function.js'
