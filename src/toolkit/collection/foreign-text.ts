import { EXPORT, FOLDER, type ForeignDocument, IMPORT, OPENAPI_ADVICE } from './foreign-json.js'

const LOOKED_AT = 20_000

const UNPACK = 'Unpack it first.'

/** The first characters of binary files. Bytes that are not UTF-8 are decoded as U+FFFD. */
const BINARIES: readonly (readonly [begin: string, what: string, advice: string])[] = [
  ['PK\u0003\u0004', 'a zip archive', UNPACK],
  ['\u001f\ufffd', 'a gzip archive', UNPACK],
  ['%PDF-', 'a PDF file', EXPORT],
  ['\ufffdPNG', 'an image', EXPORT],
  ['GIF8', 'an image', EXPORT],
  ['\ufffd\ufffd\ufffd\ufffd', 'an image', EXPORT],
  ['SQLite format 3', 'a database', EXPORT],
]

/** Kinds of text by a pattern at the beginning: the pattern, a phrase for the kind, and advice. */
const TEXTS: readonly (readonly [begin: RegExp, what: string, advice: string])[] = [
  [/^\s*(?:\$ )?curl(?:\.exe)?\s/, 'a curl command', IMPORT],
  [/^\s*<(?:!DOCTYPE html|html)\b/i, 'an HTML page', EXPORT],
  [/^\s*</, 'an XML document', EXPORT],
  [/^\s*#%RAML/, 'a RAML document', EXPORT],
  [/^\s*FORMAT:\s*1A/, 'an API Blueprint', EXPORT],
  [/^\s*(?:meta|get|post|put|patch|delete) *\{/, 'a Bruno request', FOLDER],
  [
    /^\s*(?:module\.exports|exports\.|export\s|const\s|let\s|var\s|window\.|function\s|\(function\b)/,
    'a script',
    EXPORT,
  ],
  [/^\s*(?:import\s|from\s+\S+\s+import\s|def\s|class\s|package\s|#!)/, 'source code', EXPORT],
]

const YAML: readonly (readonly [member: RegExp, what: string, advice: string])[] = [
  [/^["']?(?:openapi|swagger)["']?:[ \t]*["']?([\d.]*)/m, 'an OpenAPI document in YAML', OPENAPI_ADVICE],
  [/^["']?asyncapi["']?:[ \t]*["']?([\d.]*)/m, 'an AsyncAPI document in YAML', EXPORT],
  [/^type:[ \t]*["']?collection\.insomnia\.rest/m, 'an Insomnia export', IMPORT],
  [/^\$kind:/m, 'one file of a Postman collection of format 3.0', FOLDER],
  [/^apiVersion:[ \t]*[\w./-]+[ \t]*\r?\n/m, 'a Kubernetes manifest', EXPORT],
]

const XML_ROOTS: Readonly<Record<string, string>> = {
  definitions: 'a WSDL document',
  application: 'a WADL document',
  jmeterTestPlan: 'a JMeter test plan',
  'soapui-project': 'a SoapUI project',
}

/** The kind of a text that is not JSON; undefined for an unknown kind and for what may be or contain a collection. */
export function identifyText(text: string): ForeignDocument | undefined {
  const start = text.slice(0, LOOKED_AT)
  if (/^\s*[[{]/.test(start)) return undefined
  const binary = BINARIES.find(([begin]) => start.startsWith(begin))
  if (binary) return { what: binary[1], advice: binary[2] }
  if (start.includes('\0')) return { what: 'a binary file', advice: EXPORT }
  const known = TEXTS.find(([begin]) => begin.test(start))
  if (known) return { what: xmlName(start) ?? known[1], advice: known[2] }
  const yaml = start.includes('```') ? undefined : identifyYaml(start)
  return yaml ?? (mayHoldCollection(text) ? undefined : identifyProse(start))
}

export function mayHoldCollection(text: string): boolean {
  return /"(?:info|item)"\s*:\s*[[{]/.test(text)
}

function xmlName(start: string): string | undefined {
  if (!start.trimStart().startsWith('<')) return undefined
  const names = Array.from(start.matchAll(/<(?:\w+:)?([\w-]+)/g), ([, name = '']) => name)
  const root = names.find((name) => Object.hasOwn(XML_ROOTS, name))
  return root === undefined ? undefined : XML_ROOTS[root]
}

function identifyYaml(start: string): ForeignDocument | undefined {
  for (const [member, what, advice] of YAML) {
    const found = member.exec(start)
    if (found) return { what: found[1] ? what.replace(' document', ` ${found[1]} document`) : what, advice }
  }
  return undefined
}

function identifyProse(start: string): ForeignDocument | undefined {
  if (/^\s*(?:#+ \S|```)/.test(start)) return { what: 'a Markdown text', advice: EXPORT }
  const members = start.match(/^[\w.$-]+:(?=\s)/gm) ?? []
  const isYaml = start.startsWith('---') || start.startsWith('%YAML') || members.length > 2
  return isYaml ? { what: 'a YAML document', advice: EXPORT } : undefined
}
