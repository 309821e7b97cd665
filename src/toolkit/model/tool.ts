import type { JsonObject, JsonSchema, JsonValue } from './json.js'
import type { RequestTemplate } from './request-template.js'

/** MCP's hints about what a call does (Model Context Protocol, ToolAnnotations). */
export interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** Which calls wait for a yes: none, all that write, or only those that destroy something. */
export type ApprovalPolicy = 'none' | 'writes' | 'destructive'

/**
 * Where the knowledge about a parameter comes from: a saved request (`example`), an explicit list or rule of a description (`documented`),
 * other words of a description, a placeholder such as `<integer>`, or a guess. Only `example` and `documented` stand behind what refuses a
 * value: `enum`, `required`, `minimum` and `maximum`.
 */
export type Provenance = 'example' | 'documented' | 'description' | 'placeholder' | 'guess'

/**
 * Where one member of the input goes in the request. `parameter` is its name in `ToolDefinition.parameters`. A member that is not
 * given leaves its entry out; with `keep` the entry is sent as the template has it (a filled variable, a constant).
 */
export type Binding =
  /** The `:key` segments of the path. */
  | { parameter: string; in: 'path'; key: string; keep?: true }
  /** One entry of `request.url.query`, by its position there. Given, it is sent also when the entry is disabled. */
  | { parameter: string; in: 'query'; index: number; keep?: true }
  /** One entry of `request.headers`, by its position there. Given, it is sent also when the entry is disabled. */
  | { parameter: string; in: 'header'; index: number; keep?: true }
  /** Every `{{name}}` of the request, wherever it stands. `value` is the text that the collection has in its place, sent when none is given. */
  | { parameter: string; in: 'variable'; name: string; keep?: true; value?: string }
  /** The member `body`: see {@link BodyBinding}. */
  | { parameter: 'body'; in: 'body'; body: BodyBinding }

/**
 * How the member `body` becomes the request body. Without a value nothing is sent, but for what is `fixed` or `locked`.
 * - `json`: the value is the JSON document. Members at the JSON pointers in `fixed` are taken from the template when the value
 *   has none there (an account id from the environment, say). The template is read with meaning/loose-json.
 * - `template`: the members fill the `{{holes}}` of a raw text that is not JSON.
 * - `text`: the value is the text itself.
 * - `fields`: the members are urlencoded or form-data fields by key; fields not given and listed in `fixed` keep the template's value.
 * - `graphql`: the members are the operation's variables; those not given and listed in `fixed` keep the template's value.
 * - `file`: the value is `{ path }` or `{ base64, name? }`.
 *
 * `locked` is like `fixed`, but no value is taken for it: what a program or an identity set, a model cannot move.
 */
export type BodyBinding =
  | { kind: 'json'; fixed: string[]; locked?: string[] }
  | { kind: 'template' }
  | { kind: 'text' }
  | { kind: 'fields'; fixed: string[]; locked?: string[] }
  | { kind: 'graphql'; fixed?: string[]; locked?: string[] }
  | { kind: 'file' }

/** A value that an answer leaves behind for later calls of the session, read from the item's scripts without running them. */
export interface Capture {
  /** The variable it fills from then on. */
  variable: string
  /** Where in the answer: a JSON pointer into the body, or a header by name. */
  from: { in: 'body'; pointer: string } | { in: 'header'; name: string }
  /** Credential-like: never shown to a model, a client or a log. */
  secret: boolean
}

/** A tool whose answer fills a variable that this one needs. */
export interface Prerequisite {
  variable: string
  tool: string
  /** It needs no input, so that it can run by itself. */
  runsAlone: boolean
}

/** One HTTP operation as a tool: plain JSON that holds all that describing, searching and calling it needs. */
export interface ToolDefinition {
  /** `^[a-zA-Z0-9_-]{1,64}$`, snake_case. */
  name: string
  /** For the model: what the tool does, cut at a sentence. */
  description: string
  /** The item's own name, for people. */
  title: string
  method: string
  /** Host and query left out, parameters in braces: `/pets/{petId}`. */
  path: string
  /** Names of the folders around the item, outermost first. */
  folder: string[]
  /** `type: object`, self-contained. */
  parameters: JsonSchema
  bindings: Binding[]
  /** By JSON pointer into `parameters`. */
  provenance: Record<string, Provenance>
  annotations: ToolAnnotations
  /** Credential-like variables the request needs; those that nothing fills are reported by name, never asked of a model. */
  settings: string[]
  /** What its answer leaves behind for other tools. */
  captures?: Capture[]
  /** The tools that fill variables this one needs. */
  prerequisites?: Prerequisite[]
  request: RequestTemplate
  /** Inferred from the saved examples, lenient. */
  output?: JsonSchema
  /** Further words for search: field names and values of examples, the full description. */
  words: string
  /** Estimate of the tokens of name, description and parameters. */
  tokens: number
}

/** The answer of a tool, always a value that a model can act on. */
export interface ToolResult {
  isError: boolean
  /** HTTP status, when an answer came. */
  status?: number
  /** Short kebab-case reason of an error: `http-error`, `invalid-input`, `missing-setting`, `timeout`, `unreachable`... */
  reason?: string
  /** JSON or text, shaped for a model. */
  content: JsonValue
  /** Present when something was left out: how many there were, how many are in `content`, and how to get more of them. */
  truncated?: { total: number; kept: number; hint?: string }
  /** Input that asks for the following page. */
  next?: JsonObject
  /** Present with `next`: the content is one page of `items` items, of `total` where the API says so; counts of it are partial. */
  partial?: { items: number; total?: number }
  /** Time from sending to the last byte read. */
  requestMs: number
}

/** What a call may be given beside its input. */
export interface CallOptions {
  signal?: AbortSignal
  /** Values that fill the collection's variables for this call only (an end user's own token, a tenant). */
  variables?: Record<string, string>
  /** Extra headers set by the program, such as `Idempotency-Key`. */
  headers?: [name: string, value: string][]
  /** Any object that stands for the conversation: calls with the same one share cookies and captured values. */
  session?: object
}

/** What a dry run may be given. */
export interface DryRunOptions extends CallOptions {
  /** Shows secrets as they would be sent; for a person at a terminal only. @default false */
  showSecrets?: boolean
}

/** A request that would be sent, with secrets masked. */
export interface DryRun {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | null
}

/** A tool that can be called. Never throws for an HTTP failure; throws a `VoiceError` for misuse by the program only. */
export interface ToolFunction {
  name: string
  description: string
  parameters: JsonSchema
  annotations: ToolAnnotations
  call(input: JsonObject, options?: CallOptions): Promise<ToolResult>
  /** The exact request a call would send. Absent for local functions. */
  dryRun?(input: JsonObject, options?: DryRunOptions): DryRun | ToolResult
  /** Which of its calls wait for a yes, whatever the agent says. Absent: the agent decides. */
  approve?: ApprovalPolicy
  /** The definition behind a compiled tool. Absent for local functions. */
  definition?: ToolDefinition
}

/** What an identity changes about a toolkit, for its own session only. */
export interface ToolkitIdentity {
  /** Fill the collection's variables: an end user's own token, a tenant. A model can neither see nor move them. */
  variables?: Record<string, string>
  baseUrl?: string
  allow?: string[]
  deny?: string[]
}

/** Anything that offers tools. */
export interface Toolkit {
  getFunctions(): ToolFunction[]
  /** The same tools for one identity. Absent where an identity changes nothing. */
  forIdentity?(identity: ToolkitIdentity): Toolkit
}
