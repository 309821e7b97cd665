import type { JsonObject, JsonSchema, JsonValue } from './json.js'
import type { ValueStyle } from './operation.js'
import type { RequestTemplate } from './request-template.js'

/** Hints about the effect of a call, as in MCP (Model Context Protocol, `ToolAnnotations`). */
export interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** What a call does: it reads, changes something, or changes something that cannot be undone. */
export type CallEffect = 'read' | 'write' | 'destructive'

/** Which calls need approval: none, all writes, or only destructive calls. */
export type ApprovalPolicy = 'none' | 'writes' | 'destructive'

/**
 * The source of a fact about a parameter: a saved request (`example`), an explicit list or rule in a description
 * (`documented`), other words of a description, a placeholder such as `<integer>`, or a guess. Only `example` and
 * `documented` may become constraints that refuse a value: `enum`, `required`, `minimum` and `maximum`.
 */
export type Provenance = 'example' | 'documented' | 'description' | 'placeholder' | 'guess'

/**
 * The position of a parameter's value in the request. `parameter` is its name in `ToolDefinition.parameters`. If a call
 * gives no value, the query parameter or header is not sent. With `keep`, it is then sent with its value in
 * `ToolDefinition.request`, for example a constant or a filled variable.
 */
export type Binding =
  /** All `:key` segments of the path. */
  | { parameter: string; in: 'path'; key: string; keep?: true }
  /** The entry of `request.url.query` at this index. If a call gives a value, even a disabled entry is sent. */
  | { parameter: string; in: 'query'; index: number; keep?: true; style?: ValueStyle }
  /** The entry of `request.headers` at this index. If a call gives a value, even a disabled entry is sent. */
  | { parameter: string; in: 'header'; index: number; keep?: true }
  /**
   * Every `{{name}}` in the request. If a call gives no value, `value` is sent. It is the text of the collection that
   * was replaced by `{{name}}`. For example, it is `5` if `{{name}}` replaced the `5` of the segment `Users(5)`.
   */
  | { parameter: string; in: 'variable'; name: string; keep?: true; value?: string }
  /** The parameter `body`: see {@link BodyBinding}. */
  | { parameter: 'body'; in: 'body'; body: BodyBinding }

/**
 * How the parameter `body` becomes the request body. "Template" means the body in `ToolDefinition.request`. If a call
 * gives no value, only the members in `fixed` and `locked` are sent.
 * - `json`: the value is the JSON document. If it lacks a member at a JSON pointer in `fixed`, the member of the
 *   template is sent (for example, an account id from the environment). The template is parsed with
 *   semantics/loose-json.
 * - `template`: the members fill the `{{variables}}` of a raw text that is not JSON.
 * - `text`: the value is the text itself.
 * - `fields`: the members are urlencoded or form-data fields by key. Fields in `fixed` are sent as in the template if a
 *   call does not give them. `styles` says how lists and objects are written; a `deepObject` is written as one field
 *   `name[member]` for each of its members.
 * - `graphql`: the members are the variables of the operation. Those in `fixed` are sent as in the template if a call
 *   does not give them.
 * - `file`: the value is `{ path }` or `{ base64, name? }`.
 *
 * `locked` is like `fixed`, but values of a call are ignored: a model cannot change what a program or the identity of a
 * user has set.
 */
export type BodyBinding =
  | { kind: 'json'; fixed: string[]; locked?: string[] }
  /** Names of XML elements whose text a member of `body` replaces. Without the member, the text of the template is sent. */
  | { kind: 'template'; leaves?: string[] }
  | { kind: 'text' }
  | { kind: 'fields'; fixed: string[]; locked?: string[]; styles?: Record<string, ValueStyle> }
  /** `fixed` has JSON pointers to variables and into them, without the first `/`. */
  | { kind: 'graphql'; fixed?: string[]; locked?: string[] }
  | { kind: 'file' }

/** A value of a response that later calls of the session use. The scripts that say where it is are only read. */
export interface Capture {
  /** The variable that gets the value. */
  variable: string
  /** The position of the value in the response: a JSON pointer into the body, or a header. */
  from: { in: 'body'; pointer: string } | { in: 'header'; name: string }
  /** Whether the value is like a credential. If so, no model, client or log may see it. */
  secret: boolean
}

/** Another tool whose response fills a variable that this tool needs. */
export interface Prerequisite {
  variable: string
  tool: string
  /**
   * Whether `tool` needs no input and is a read, a log-in, or named by the option `login`. The agent may then call it by
   * itself. If it may change something, the user is asked first, unless the option `login` names it.
   */
  runsAlone: boolean
}

/** A tool that a tool may need first, as a function: see {@link Prerequisite}. */
export interface NeededTool extends Omit<Prerequisite, 'tool'> {
  tool: ToolFunction
  /** Whether the option `login` names the tool, so that it may run without a question. */
  isNamed: boolean
}

/** One HTTP operation as a tool: plain JSON, with all that is needed to describe, search and call it. */
export interface ToolDefinition {
  /** In snake_case; matches `^[a-zA-Z0-9_-]{1,64}$`. */
  name: string
  /** The description for the model. A long text is cut at the end of a sentence. */
  description: string
  /** The name of the item, for people. */
  title: string
  method: string
  /** The path without host and query, with its parameters in braces: `/pets/{petId}`. */
  path: string
  /** The names of the folders that contain the item, outermost first. */
  folder: string[]
  /** A JSON Schema of `type: object`, without references to other schemas. */
  parameters: JsonSchema
  bindings: Binding[]
  /** The sources of the facts about each parameter, by JSON pointer into `parameters`. */
  provenance: Record<string, Provenance>
  annotations: ToolAnnotations
  /**
   * The variables that the request needs and that are like credentials. Only the program can set them; a model is never
   * asked for them. If one has no value, the call fails, and the result names it. The exception is a read that is sent
   * without its auth.
   */
  settings: string[]
  /** The values of the response that other tools use. */
  captures?: Capture[]
  /** The tools whose responses fill variables that this tool needs. */
  prerequisites?: Prerequisite[]
  request: RequestTemplate
  /** The schema of the response, inferred from the saved examples. It does not restrict the response. */
  output?: JsonSchema
  /** Additional words for search: the full description, and the names and values in the examples. */
  words: string
  /** The estimated number of tokens of name, description and parameters. */
  tokens: number
}

/** The result of a call, for the model. `isError` is true for failures. */
export type ToolResult = ToolSuccess | ToolFailure

/** The result of a successful call. */
export interface ToolSuccess extends ToolOutcome {
  isError: false
  reason?: never
}

/** The result of a call that failed, or that was not sent. */
export interface ToolFailure extends ToolOutcome {
  isError: true
  /** A short reason in kebab-case: `http-error`, `invalid-input`, `missing-setting`, `timeout`, `unreachable`... */
  reason?: string
  /** The names of the settings that the call needs and that have no value. Only the operator can set them. */
  missingSettings?: string[]
}

/** The members of every result. */
export interface ToolOutcome {
  /** The HTTP status, if there was a response. */
  status?: number
  /** JSON or text, shortened for a model. */
  content: JsonValue
  /** How much there is, how much of it `content` has, and how to get more. Absent if `content` is complete. */
  truncated?: { total: number; kept: number; hint?: string }
  /** The arguments of the call that gets the next page. */
  next?: JsonObject
  /**
   * Present with `next`. `content` is one page with `items` items. The whole list has `total` items, if the API says
   * so. Counts in `content` are about this page only.
   */
  partial?: { items: number; total?: number }
  /** A note for the model about the content, for example that a mock generated it. */
  note?: string
  /** Milliseconds from sending the request to the last byte of the response. */
  requestMs: number
}

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Values of variables for this call only, such as a user's token or a tenant. */
  variables?: Record<string, string>
  /** Additional headers of the program, such as `Idempotency-Key`. */
  headers?: [name: string, value: string][]
  /** Any object that identifies the session. Calls with the same object share cookies and captured values. */
  session?: object
  /**
   * Whether the caller runs the tools in `needs` itself. An agent does, because it asks for approval and shows each call.
   * @default false: reads and the tools that the option `login` names run by themselves, all others are refused
   */
  alone?: boolean
  /** The tool that needs this call first, and why the call may run. Absent if the caller itself wants the call. */
  neededBy?: NeededBy
  /**
   * The strongest effect that the caller agrees to. If the call or its request does more, it is not sent, and the result has
   * the reason `not-approved`. @default the effect that the tool and the input of the call say
   */
  agreed?: CallEffect
}

/** Why a call that another call needs first may run. */
export interface NeededBy {
  /** The name of the tool that needs it. */
  tool: string
  /** Why a call may run: it reads, `login` names it, the policy asks nothing, or the user approved it. */
  consent: 'read' | 'configured' | 'policy' | 'approved'
}

/** Options of a dry run. */
export interface DryRunOptions extends CallOptions {
  /** Whether to show secrets unmasked. Only for a user at a terminal. @default false */
  showSecrets?: boolean
  /**
   * Whether two dry runs of the same request must be equal: it is not signed, and generated values such as `{{$guid}}`
   * are `0`. @default false
   */
  comparable?: boolean
}

/** The request that a call would send, with secrets masked. */
export interface DryRun {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string | null
  /**
   * The log-in for a token that the call needs first, for which the user must agree, with the fields that are none of a
   * token request, such as `action delete`. Absent if it needs none.
   */
  login?: { method: string; url: string; fields: string[] }
  /** Parts that decide what the request does and that stand inside a masked value. Absent if there are none. */
  effects?: { name: string; text: string }[]
  /** A digest of the request without its data: equal if only values differ. Present if `comparable` is set. */
  form?: string
  /** A digest of the values from earlier answers that the request has anywhere. Present if `comparable` is set. */
  answered?: string
}

/** A tool that can be called. A failed request is a result with `isError`; a `VoiceError` is thrown only for wrong use. */
export interface ToolFunction {
  name: string
  description: string
  parameters: JsonSchema
  annotations: ToolAnnotations
  call(input: JsonObject, options?: CallOptions): Promise<ToolResult>
  /** Returns the exact request that a call would send. Absent for local functions. */
  dryRun?(input: JsonObject, options?: DryRunOptions): DryRun | ToolResult
  /** Which calls of this tool need approval; overrides the setting of the agent. Absent: the agent decides. */
  approve?: ApprovalPolicy
  /** The definition of a compiled tool. Absent for local functions. */
  definition?: ToolDefinition
  /** The tools that a call may need first. Absent if there are none. */
  needs?: readonly NeededTool[]
  /** The label of the MCP server that a client has added to its session. Absent for tools of the agent. */
  server?: string
  /** The name of the MCP server that runs the tool, as the agent or its client calls it. Absent for other tools. */
  source?: string
  /**
   * What the tool is, whatever its name is now: an approved call runs only at the tool with the same identity. For the tools
   * of other programs, whose lists may change at any time. Absent: the name and the request say what the tool is.
   */
  identity?: string
}

/** The changes that a user's identity makes to a toolkit. They apply to the user's own session only. */
export interface ToolkitIdentity {
  /** Values of variables, such as the user's token or a tenant. A model can neither see nor change them. */
  variables?: Record<string, string>
  baseUrl?: string
  allow?: string[]
  deny?: string[]
}

/** A set of tools. */
export interface Toolkit {
  getFunctions(): ToolFunction[]
  /** Returns the same tools for one identity. Absent if an identity changes nothing. */
  forIdentity?(identity: ToolkitIdentity): Toolkit
  /** Calls the listener when the tools change. Returns a function that removes it. Absent if they never change. */
  onChange?(listener: () => void): () => void
}
