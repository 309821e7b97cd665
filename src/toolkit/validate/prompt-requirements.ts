/**
 * A requirement for collections that a language model generates. The rule `code` checks it, and the prompt contains
 * `text`.
 */
export interface PromptRequirement {
  code: string
  text: string
}

/**
 * The requirements, in the order of the prompt. `voice prompt` prints the texts, and
 * `voice validate --profile generated` reports a violation as an error. Both use this list, so they always agree.
 */
export const promptRequirements: readonly PromptRequirement[] = [
  {
    code: 'wrapped-in-text',
    text: 'Answer with the raw JSON document alone: no code fences, no sentence before or after it.',
  },
  { code: 'not-json', text: 'Write strict JSON: double quotes, no comments, no trailing commas.' },
  {
    code: 'schema-url',
    text: 'Follow the Postman Collection Format v2.1.0 exactly; `info.schema` is "https://schema.getpostman.com/json/collection/v2.1.0/collection.json".',
  },
  { code: 'member-missing', text: 'Give `info` a `name`, and every object the members the format requires.' },
  {
    code: 'wrong-type',
    text: 'Give every member the JSON type the format wants: ports, header values and query values are strings.',
  },
  {
    code: 'wrong-value',
    text: 'Use only the values the format lists, for example for `body.mode` and `auth.type`.',
  },
  { code: 'unknown-key', text: 'Spell every key as the format does.' },
  { code: 'duplicate-key', text: 'Write no key twice in one object.' },
  {
    code: 'request-missing',
    text: 'Every entry of an `item` list is a folder with `item` or a request with `request`.',
  },
  {
    code: 'folder-nesting',
    text: 'Group related endpoints in folders, nested where the API has groups inside groups; no request stands at the top level.',
  },
  { code: 'empty-folder', text: 'Write no empty folder.' },
  { code: 'empty-collection', text: 'Write one request for every endpoint.' },
  {
    code: 'name-missing',
    text: 'Give every request and folder a short `name` that says what it does, such as "Get pet".',
  },
  { code: 'name-too-long', text: 'Keep names at 64 characters or fewer.' },
  { code: 'duplicate-name', text: 'Give no two requests of one folder the same name.' },
  { code: 'method-missing', text: 'Give every request its HTTP `method`.' },
  {
    code: 'base-url',
    text: 'Begin every `url.raw` with the variable `{{base_url}}`, followed by the full path of the endpoint.',
  },
  {
    code: 'url-missing',
    text: 'Write every `url` as an object with `raw`, `host`, `path` and, where there are any, `query` and `variable`.',
  },
  {
    code: 'url-disagrees',
    text: 'Keep `url.raw` and the parts of the URL the same: host, path and every enabled query parameter.',
  },
  {
    code: 'single-brace',
    text: 'Write path parameters as `:name` segments, each with an entry in `url.variable`; never as `{name}`.',
  },
  {
    code: 'path-variable-undeclared',
    text: 'Give every `:name` segment an entry in `url.variable` with `key`, a real `value` and a `description`.',
  },
  { code: 'path-variable-empty', text: 'Give every path variable a value taken from the examples.' },
  { code: 'path-variable-unused', text: 'Declare no path variable that the path does not use.' },
  {
    code: 'description-missing',
    text: 'Give every request a `description`: what it does, when to use it, what its parameters mean.',
  },
  {
    code: 'body-invalid-json',
    text: 'Write JSON request bodies as `mode` "raw" with text that parses, and `options.raw.language` "json".',
  },
  {
    code: 'content-type-missing',
    text: 'Give every request with a JSON body the header `Content-Type: application/json`.',
  },
  {
    code: 'placeholder-value',
    text: 'Use realistic values for everything but credentials; never placeholders such as "<string>" or "<integer>".',
  },
  {
    code: 'example-missing',
    text: 'Save at least one `response` example for every request, errors included where they are known.',
  },
  { code: 'example-name-missing', text: 'Give every example a `name`.' },
  {
    code: 'example-request-missing',
    text: 'Give every example of an error the `originalRequest` that led to it: `method`, `url` and, where there is one, `body`.',
  },
  {
    code: 'example-status-missing',
    text: 'Give every example its reason phrase as `status`, such as "Not Found".',
  },
  { code: 'example-code-missing', text: 'Give every example its status code as the integer `code`.' },
  {
    code: 'example-language-missing',
    text: 'Give every example `_postman_previewlanguage`, such as "json".',
  },
  { code: 'example-headers-missing', text: 'Give every example a `header` list.' },
  {
    code: 'example-content-type-missing',
    text: 'Put the `Content-Type` of the answer in the `header` list of every example that has a body.',
  },
  { code: 'example-cookies-missing', text: 'Give every example a `cookie` list, empty when there are none.' },
  {
    code: 'example-empty',
    text: 'Give every example its `body` as a string; leave it empty only for answers without content.',
  },
  { code: 'example-body-invalid', text: 'Write JSON example bodies so that they parse.' },
]
