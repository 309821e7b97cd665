import { asObject } from '../../collection/read-shape.js'
import { replaceValue } from '../edits.js'
import { type Args, below } from '../raw-diagnostic.js'
import type { RuleCheck } from '../rule.js'
import { removeRange, removeRepeated, SCHEMA_URL, unwrapText } from './fixes.js'

const parserSays = (args: Args) => String(args.message)
const upgrade = () => 'Convert it with "voice import FILE", or export it from Postman as "Collection v2.1".'

/** Problems of a file that are found before it is parsed as a collection. */
export const fileRules: RuleCheck[] = [
  {
    code: 'file-unreadable',
    message: parserSays,
  },
  {
    code: 'empty-file',
    message: parserSays,
  },
  {
    code: 'not-json',
    message: parserSays,
  },
  {
    code: 'ndjson',
    message: parserSays,
    hint: () => 'Put the documents as items into one collection.',
  },
  {
    code: 'nesting-too-deep',
    message: parserSays,
  },
  {
    code: 'too-large',
    message: (args) =>
      `The document has about ${args.values} values, more than fit into the memory of this process.`,
    hint: () => 'Split it, or give Node more memory with NODE_OPTIONS=--max-old-space-size=8192.',
  },
  {
    code: 'wrapped-in-text',
    message: (args) => `The document stands inside ${args.around}; a collection is raw JSON alone.`,
    hint: (args) => (args.safe === 1 ? undefined : 'Take the document out and save it as a file of its own.'),
    fixable: (args) => args.safe === 1,
    fix: unwrapText,
  },
  {
    code: 'json-comment',
    message: () => 'JSON has no comments; Postman refuses the file.',
    fix: removeRange,
  },
  {
    code: 'trailing-comma',
    message: () => 'A comma stands before a closing bracket; JSON does not allow it.',
    fix: removeRange,
  },
  {
    code: 'invalid-encoding',
    message: () => 'The file has bytes that are not UTF-8; they were read as U+FFFD.',
    hint: () => 'Save the file as UTF-8.',
  },
  {
    code: 'duplicate-key',
    message: (args) => `The key "${args.key}" stands twice in this object; only the last one counts.`,
    fixable: (args) => args.same === 1,
    fix: removeRepeated,
  },
  {
    code: 'collection-v1',
    message: () => 'This is a Postman collection of format v1.',
    hint: upgrade,
  },
  {
    code: 'collection-v2-0',
    message: () => 'This is a Postman collection of format v2.0.',
    hint: upgrade,
  },
  {
    code: 'not-a-collection',
    message: (args) => `This is ${args.what}, not a Postman collection.`,
    hint: (args) => String(args.hint),
  },
  {
    code: 'wrapped-collection',
    message: () =>
      'The collection stands inside "collection", as Postman\'s API answers it; it was taken out.',
  },
  {
    code: 'schema-url',
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
