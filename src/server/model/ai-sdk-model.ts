/**
 * A language model of the AI SDK (`LanguageModelV2`, `LanguageModelV3` or later of `@ai-sdk/provider`), such as
 * `anthropic('claude-haiku-5-5')`.
 */
export interface AiSdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doStream(options: never): PromiseLike<{ stream: ReadableStream<unknown> }>
}

export function isAiSdkModel(value: unknown): value is AiSdkModel {
  const { specificationVersion: version, doStream } = (value ?? {}) as Partial<AiSdkModel>
  return typeof version === 'string' && typeof doStream === 'function'
}
