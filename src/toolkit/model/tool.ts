import type { JsonObject, JsonSchema, JsonValue } from './json.js'
import type { ValueStyle } from './operation.js'
import type { RequestTemplate } from './request-template.js'

/** MCP's hints about the effect of a call (Model Context Protocol, ToolAnnotations). */
export interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** Which calls need approval: none, all writes, or only destructive ones. */
export type ApprovalPolicy = 'none' | 'writes' | 'destructive'

/**
 * The source of information about a parameter: a saved request (`example`), an explicit list or rule of a description
 * (`documented`), other words of a description, a placeholder such as `<integer>`, or a guess. Only `example` and
 * `documented` justify constraints that reject a value: `enum`, `required`, `minimum` and `maximum`.
 */
export type Provenance = 'example' | 'documented' | 'description' | 'placeholder' | 'guess'

/**
 * The location of one input member in the request. `parameter` is its name in `ToolDefinition.parameters`. Without a
 * value its entry is omitted; with `keep` the entry is sent as in the template (a filled variable, a constant).
 */
export type Binding =
  /** The `:key` segments of the path. */
  | { parameter: string; in: 'path'; key: string; keep?: true }
  /** One entry of `request.url.query`, by index. With a value it is sent even if the entry is disabled. */
  | { parameter: string; in: 'query'; index: number; keep?: true; style?: ValueStyle }
  /** One entry of `request.headers`, by index. With a value it is sent even if the entry is disabled. */
  | { parameter: string; in: 'header'; index: number; keep?: true }
  /** Every occurrence of `{{name}}` in the request. `value` is the collection's text in its place, the default. */
  | { parameter: string; in: 'variable'; name: string; keep?: true; value?: string }
  /** The member `body`: see {@link BodyBinding}. */
  | { parameter: 'body'; in: 'body'; body: BodyBinding }

/**
 * How the member `body` becomes the request body. Without a value nothing is sent, except members in `fixed` or
 * `locked`.
 * - `json`: the value is the JSON document. Members at the JSON pointers in `fixed` are taken from the template if
 *   the value does not contain them (for example, an account id from the environment). The template is parsed with
 *   semantics/loose-json.
 * - `template`: the members fill the `{{variables}}` of a raw text that is not JSON.
 * - `text`: the value is the text itself.
 * - `fields`: the members are urlencoded or form-data fields by key; absent fields listed in `fixed` keep the
 *   template's value. `styles` gives the serialization of lists and objects; the fields of a `deepObject` are its
 *   `name[member]`.
 * - `graphql`: the members are the operation's variables; absent ones listed in `fixed` keep the template's value.
 * - `file`: the value is `{ path }` or `{ base64, name? }`.
 *
 * `locked` is like `fixed`, but input values are ignored: a model cannot change what a program or an identity set.
 */
export type BodyBinding =
  | { kind: 'json'; fixed: string[]; locked?: string[] }
  /** `leaves`: elements of an XML text that a member replaces; without one their text is sent. */
  | { kind: 'template'; leaves?: string[] }
  | { kind: 'text' }
  | { kind: 'fields'; fixed: string[]; locked?: string[]; styles?: Record<string, ValueStyle> }
  | { kind: 'graphql'; fixed?: string[]; locked?: string[] }
  | { kind: 'file' }

/** A value of a response that later calls of the session use, found in the item's scripts without running them. */
export interface Capture {
  /** The variable that it fills. */
  variable: string
  /** Its location in the response: a JSON pointer into the body, or a header by name. */
  from: { in: 'body'; pointer: string } | { in: 'header'; name: string }
  /** Credential-like: never visible to a model, a client or a log. */
  secret: boolean
}

/** A tool whose response fills a variable that this one needs. */
export interface Prerequisite {
  variable: string
  tool: string
  /** Whether it needs no input, so that it can run automatically. */
  runsAlone: boolean
}

/** One HTTP operation as a tool: plain JSON with everything needed to describe, search and call it. */
export interface ToolDefinition {
  /** `^[a-zA-Z0-9_-]{1,64}$`, snake_case. */
  name: string
  /** For the model: what the tool does, truncated at a sentence. */
  description: string
  /** The item's own name, for people. */
  title: string
  method: string
  /** Without host and query, parameters in braces: `/pets/{petId}`. */
  path: string
  /** Names of the folders around the item, outermost first. */
  folder: string[]
  /** `type: object`, self-contained. */
  parameters: JsonSchema
  bindings: Binding[]
  /** By JSON pointer into `parameters`. */
  provenance: Record<string, Provenance>
  annotations: ToolAnnotations
  /**
   * Credential-like variables that the request needs; unfilled ones are reported by name and never asked of a model.
   */
  settings: string[]
  /** Values of its response that other tools use. */
  captures?: Capture[]
  /** The tools that fill variables this one needs. */
  prerequisites?: Prerequisite[]
  request: RequestTemplate
  /** Inferred from the saved examples, lenient. */
  output?: JsonSchema
  /** Additional words for search: field names and values of examples, the full description. */
  words: string
  /** Estimate of the tokens of name, description and parameters. */
  tokens: number
}

/** The result of a tool, always a value that a model can act on. `isError` distinguishes the two kinds. */
export type ToolResult = ToolSuccess | ToolFailure

/** The result of a successful call. */
export interface ToolSuccess extends ToolOutcome {
  isError: false
  reason?: never
}

/** The result of a call that failed, or that was not sent. */
export interface ToolFailure extends ToolOutcome {
  isError: true
  /** Short kebab-case reason: `http-error`, `invalid-input`, `missing-setting`, `timeout`, `unreachable`... */
  reason?: string
}

/** The members of every result. */
export interface ToolOutcome {
  /** HTTP status, if there was a response. */
  status?: number
  /** JSON or text, shaped for a model. */
  content: JsonValue
  /** Present if something was omitted: the total, the number kept in `content`, and how to get more. */
  truncated?: { total: number; kept: number; hint?: string }
  /** The input for the next page. */
  next?: JsonObject
  /**
   * Present with `next`: the content is one page of `items` items, of `total` if the API reports it; counts in it are
   * partial.
   */
  partial?: { items: number; total?: number }
  /** A note for the model about the content: for example, that a mock generated it. */
  note?: string
  /** Time from sending to the last byte read. */
  requestMs: number
}

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Values of the collection's variables for this call only (an end user's token, a tenant). */
  variables?: Record<string, string>
  /** Extra headers set by the program, such as `Idempotency-Key`. */
  headers?: [name: string, value: string][]
  /** Any object that identifies the session: calls with the same object share cookies and captured values. */
  session?: object
}

/** Options of a dry run. */
export interface DryRunOptions extends CallOptions {
  /** Shows secrets unmasked; only for a user at a terminal. @default false */
  showSecrets?: boolean
}

/** A request that would be sent, with secrets masked. */
export interface DryRun {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | null
}

/** A callable tool. Never throws for an HTTP failure; throws a `VoiceError` only for misuse by the program. */
export interface ToolFunction {
  name: string
  description: string
  parameters: JsonSchema
  annotations: ToolAnnotations
  call(input: JsonObject, options?: CallOptions): Promise<ToolResult>
  /** The exact request that a call would send. Absent for local functions. */
  dryRun?(input: JsonObject, options?: DryRunOptions): DryRun | ToolResult
  /** Which of its calls need approval; overrides the agent. Absent: the agent decides. */
  approve?: ApprovalPolicy
  /** The definition behind a compiled tool. Absent for local functions. */
  definition?: ToolDefinition
}

/** What an identity changes in a toolkit, for its own session only. */
export interface ToolkitIdentity {
  /** Values of the collection's variables: an end user's token, a tenant. A model can neither see nor change them. */
  variables?: Record<string, string>
  baseUrl?: string
  allow?: string[]
  deny?: string[]
}

/** A provider of tools. */
export interface Toolkit {
  getFunctions(): ToolFunction[]
  /** The same tools for one identity. Absent if an identity changes nothing. */
  forIdentity?(identity: ToolkitIdentity): Toolkit
}
