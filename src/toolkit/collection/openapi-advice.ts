/** Advice for a user who gives an OpenAPI document where a collection is expected. */
export const OPENAPI_ADVICE =
  'Make a collection of it with "voice import FILE -o postman.json", or have one written with "voice generate --docs FILE".'
