/** `voice/toolkit`: from a Postman collection to tools. */

export type { Diagnostic, Severity } from '../diagnostics.js'
export type { ForeignDocument } from './collection/foreign-json.js'
export { parseCollection } from './collection/parse-collection.js'
export { parseEnvironment } from './collection/parse-environment.js'
export { type Compiled, type CompileOptions, compileCollection } from './compile/compile-collection.js'
export type { InputMode, UnusedInput } from './compile/input-modes.js'
export type { Destination } from './destinations.js'
export { toStrictSchema } from './generate/strict-schema.js'
export type { Collection, Example, Folder, Item, Variable } from './model/collection.js'
export type { JsonObject, JsonSchema, JsonValue } from './model/json.js'
export type {
  CallOptions,
  DryRun,
  ToolAnnotations,
  ToolDefinition,
  ToolFunction,
  Toolkit,
  ToolkitIdentity,
  ToolResult,
} from './model/tool.js'
export { type CollectionOptions, RESTAPIToolkit, type ToolkitOptions } from './rest-api-toolkit.js'
export { createToolIndex } from './search/tool-index.js'
export { type Fixed, fixText } from './validate/fix.js'
export type { Level, Profile } from './validate/rule.js'
export { type ValidateOptions, validateBytes, validateText } from './validate/validate.js'
