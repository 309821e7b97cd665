/**
 * The part of Standard Schema (standardschema.dev, version 1, with its JSON Schema extension) that is used. Schemas of
 * Zod, Valibot, ArkType and others have it.
 */
export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly types?: { readonly output: Input } | undefined
    readonly validate: (value: unknown) => Validated<Input> | Promise<Validated<Input>>
    readonly jsonSchema?: { readonly input: (options: { target: string }) => Record<string, unknown> }
  }
}

/** What a Standard Schema says of a value: the value as it shall be used, or what is wrong with it. */
export type Validated<Input> =
  | { readonly value: Input; readonly issues?: undefined }
  | {
      readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[]
    }

/** A function of the page that the agent may call, such as one that shows a product. */
export interface ClientTool<Input = Record<string, unknown>> {
  /** What the function does and when to call it; the model reads this. */
  description: string
  /**
   * The input: a JSON Schema, which is sent as it is, or a Standard Schema that can give its JSON Schema, which also
   * checks the input. @default no input
   */
  parameters?: Record<string, unknown> | StandardSchema<Input>
  /**
   * Runs the function. The model gets what it returns: text as it is, other values as JSON, and the message of an
   * error that it throws. `signal` is aborted when the client disconnects.
   */
  run: (input: Input, options: { signal: AbortSignal }) => unknown
}

/** Gives `run` the type of the input that a Standard Schema describes. Returns the tool as it is. */
export function clientTool<Input>(tool: ClientTool<Input>): ClientTool<Input> {
  return tool
}

/** Functions by name. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has an input of its own.
export type ClientToolSet = Record<string, ClientTool<any>>
