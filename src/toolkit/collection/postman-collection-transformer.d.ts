declare module 'postman-collection-transformer' {
  interface ConvertOptions {
    inputVersion: '1.0.0' | '2.0.0' | '2.1.0'
    outputVersion: '1.0.0' | '2.0.0' | '2.1.0'
    retainIds?: boolean
    prioritizeV2?: boolean
  }
  const transformer: {
    convert(
      collection: unknown,
      options: ConvertOptions,
      done: (error: Error | null, converted: unknown) => void,
    ): void
  }
  export default transformer
}
