/** Advice for an OpenAPI document. */
export const OPENAPI_ADVICE =
  'Make a collection of it with "voice import FILE -o postman.json", or have one written with "voice generate --docs FILE".'
