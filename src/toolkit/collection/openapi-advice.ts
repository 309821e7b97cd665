/** What to do with an OpenAPI document, which `voice import` does not take. */
export const OPENAPI_ADVICE =
  'Convert it with openapi-to-postmanv2, or have a collection written with "voice generate --docs FILE" or "voice prompt --docs FILE".'
