import { asObject } from '../../collection/read-shape.js'
import { replaceValue } from '../edits.js'
import { type Args, below } from '../raw-diagnostic.js'
import type { Rule } from '../rule.js'
import { removeRange, removeRepeated, SCHEMA_URL, unwrapText } from './fixes.js'

const unusable = { severity: { agent: 'error', generated: 'error', official: 'error' }, final: true } as const
/** A problem that a fix can repair. The profile `official` reports a file with such a problem as not JSON. */
const fixable = { severity: { agent: 'error', generated: 'error' }, final: true } as const

const parserSays = (args: Args) => String(args.message)
const upgrade = () => 'Convert it with "voice import FILE", or export it from Postman as "Collection v2.1".'

/** Problems of a file that are found before it is parsed as a collection. */
export const fileRules: Rule[] = [
  {
    code: 'file-unreadable',
    ...unusable,
    why: 'A file that cannot be read is not checked. The other files still are.',
    bad: 'voice validate missing.json',
    good: 'voice validate postman.json',
    message: parserSays,
  },
  {
    code: 'empty-file',
    ...unusable,
    why: 'An empty file is not a JSON document.',
    bad: '',
    good: '{ "info": { ... }, "item": [ ... ] }',
    message: parserSays,
  },
  {
    code: 'not-json',
    ...unusable,
    why: 'A collection is one JSON document. The diagnostic shows the first place where the JSON is wrong.',
    bad: '{ "info": { "name": "Pets" } "item": [] }',
    good: '{ "info": { "name": "Pets" }, "item": [] }',
    message: parserSays,
  },
  {
    code: 'ndjson',
    ...unusable,
    why: 'A file with several JSON documents is not a collection.',
    bad: '{ "name": "List pets" }\n{ "name": "Get pet" }',
    good: '{ "info": { ... }, "item": [{ "name": "List pets", ... }, { "name": "Get pet", ... }] }',
    message: parserSays,
    hint: () => 'Put the documents as items into one collection.',
  },
  {
    code: 'nesting-too-deep',
    ...unusable,
    why: 'A file nested more than 200 levels deep is an attack or an accident. Real collections have 17 levels at most.',
    bad: '[[[[[[ ... ]]]]]]',
    good: '{ "item": [{ "name": "Pets", "item": [ ... ] }] }',
    message: parserSays,
  },
  {
    code: 'too-large',
    ...unusable,
    why: 'If the document does not fit into memory, parsing it would end the whole run.',
    bad: 'a file with a hundred million values',
    good: 'several collections of ordinary size',
    message: (args) =>
      `The document has about ${args.values} values, more than fit into the memory of this process.`,
    hint: () => 'Split it, or give Node more memory with NODE_OPTIONS=--max-old-space-size=8192.',
  },
  {
    code: 'wrapped-in-text',
    ...fixable,
    why: 'Language models often put code fences or a sentence around JSON. No program can read such a file.',
    bad: '```json\n{ "info": { ... } }\n```',
    good: '{ "info": { ... } }',
    message: (args) => `The document stands inside ${args.around}; a collection is raw JSON alone.`,
    hint: (args) => (args.safe === 1 ? undefined : 'Take the document out and save it as a file of its own.'),
    fixable: (args) => args.safe === 1,
    fix: unwrapText,
  },
  {
    code: 'json-comment',
    ...fixable,
    why: 'JSON has no comments. Postman refuses a file with comments.',
    bad: '{ "name": "Pets" /* all of them */ }',
    good: '{ "name": "Pets" }',
    message: () => 'JSON has no comments; Postman refuses the file.',
    fix: removeRange,
  },
  {
    code: 'trailing-comma',
    ...fixable,
    why: 'JSON allows no comma before a closing bracket. Postman refuses a file with such a comma.',
    bad: '{ "name": "Pets", }',
    good: '{ "name": "Pets" }',
    message: () => 'A comma stands before a closing bracket; JSON does not allow it.',
    fix: removeRange,
  },
  {
    code: 'invalid-encoding',
    severity: { agent: 'warning', generated: 'error' },
    why: 'Bytes that are not UTF-8 are lost when the file is read.',
    bad: '"name": "Caf\\xe9"',
    good: '"name": "Café"',
    message: () => 'The file has bytes that are not UTF-8; they were read as U+FFFD.',
    hint: () => 'Save the file as UTF-8.',
  },
  {
    code: 'duplicate-key',
    severity: { agent: 'warning', generated: 'error' },
    why: 'If an object has the same key twice, programs use only the last one, without a warning.',
    bad: '{ "name": "Pets", "name": "Orders" }',
    good: '{ "name": "Orders" }',
    message: (args) => `The key "${args.key}" stands twice in this object; only the last one counts.`,
    fixable: (args) => args.same === 1,
    fix: removeRepeated,
  },
  {
    code: 'collection-v1',
    ...unusable,
    why: 'A collection of format v1 has the members `requests` and `order`. `validate` does not check it. `tools`, `serve` and other commands accept it, because they convert it in memory. `voice import` converts the file.',
    bad: '{ "name": "Pets", "requests": [ ... ] }',
    good: '{ "info": { ... }, "item": [ ... ] }',
    message: () => 'This is a Postman collection of format v1.',
    hint: upgrade,
  },
  {
    code: 'collection-v2-0',
    ...unusable,
    why: 'A collection of format v2.0 writes URLs and auth differently. `validate` does not check it. `tools`, `serve` and other commands accept it, because they convert it in memory. `voice import` converts the file.',
    bad: '"schema": "https://schema.getpostman.com/json/collection/v2.0.0/collection.json"',
    good: '"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"',
    message: () => 'This is a Postman collection of format v2.0.',
    hint: upgrade,
  },
  {
    code: 'not-a-collection',
    ...unusable,
    why: 'The file is JSON, but not a collection: for example, an OpenAPI document that is named postman.json.',
    bad: '{ "openapi": "3.1.0", "paths": { ... } }',
    good: '{ "info": { ... }, "item": [ ... ] }',
    message: (args) => `This is ${args.what}, not a Postman collection.`,
    hint: (args) => String(args.hint),
  },
  {
    code: 'wrapped-collection',
    severity: { agent: 'info', generated: 'error' },
    why: 'The API of Postman answers with the collection inside another object. The Postman app does not import such a file.',
    bad: '{ "collection": { "info": { ... }, "item": [ ... ] } }',
    good: '{ "info": { ... }, "item": [ ... ] }',
    message: () =>
      'The collection stands inside "collection", as Postman\'s API answers it; it was taken out.',
  },
  {
    code: 'schema-url',
    severity: { agent: 'warning', generated: 'error' },
    why: 'Programs recognize the format by this address. With another address, they refuse the file or misread it.',
    bad: '"schema": "https://example.com/collection.json"',
    good: '"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"',
    message: (args) => `"info.schema" does not name the format v2.1.0, found ${args.found}.`,
    hint: () => `Write "${SCHEMA_URL}".`,
    fix: ({ path }, source) => replaceValue(source, path, SCHEMA_URL),
    check({ collection, path }, report) {
      const schema = asObject(collection.info)?.schema
      if (typeof schema !== 'string' || /\/collection\/v2\.1(\.0)?\/?(collection\.json)?#?$/.test(schema))
        return
      report(below(path, 'info', 'schema'), { found: JSON.stringify(schema).slice(0, 80) })
    },
  },
]
