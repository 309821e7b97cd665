/** `voice/toolkit`: from a Postman collection to tools. */

export type { Diagnostic, Severity } from '../diagnostics.js'
export { loadEnv } from '../environment.js'
export type { Action as ToolAction, SearchLanguage } from '../languages/search-language.js'
export type { Clock, LogFields, Logger } from '../ports.js'
export type { ForeignDocument } from './collection/foreign-json.js'
export { parseCollection } from './collection/parse-collection.js'
export { parseEnvironment } from './collection/parse-environment.js'
export {
  type Compiled,
  type CompileOptions,
  compileCollection,
  type ScenarioTool,
  type SkippedRequest,
} from './compile/compile-collection.js'
export type { DeriveOptions, UnstoredLogin } from './compile/derive-collection.js'
export type { FixedValue, ToolExplanation } from './compile/explain-tool.js'
export type { InputMode, UnusedInput } from './compile/input-modes.js'
export type { Lock, LockedTool } from './compile/lock.js'
export { defineTool, type LocalTool } from './define-tool.js'
export type { DefineOptions, LeftOutScenario } from './define-tools.js'
export type { Destination } from './destinations.js'
export { toStrictSchema } from './generate/strict-schema.js'
export type * from './model/collection.js'
export type * from './model/json.js'
export type * from './model/operation.js'
export type {
  AuthTemplate,
  BodyTemplate,
  Entry as RequestEntry,
  FormEntry,
  PathVariable,
  ProtocolProfile,
  RequestTemplate,
  UrlTemplate,
} from './model/request-template.js'
export type * from './model/tool.js'
export { type CollectionOptions, RESTAPIToolkit, type ToolkitOptions } from './rest-api-toolkit.js'
export type { SearchableTool } from './search/facts.js'
export type { ScoreParts } from './search/score.js'
export { createToolIndex, type SearchHit, type SearchOptions, type ToolIndex } from './search/tool-index.js'
export type { Vocabulary } from './search/vocabulary.js'
export { type Fixed, fixText } from './validate/fix.js'
export type { Level, Profile } from './validate/rule.js'
export { type ValidateOptions, validateBytes, validateText } from './validate/validate.js'
