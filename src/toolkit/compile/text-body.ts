import { namedValues, replaceNamed } from '../meaning/named-values.js'
import type { BodyTemplate } from '../model/request-template.js'
import { credentialsAmong, isCredentialLike, mentionsCredential } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import type { BodyParameter } from './body-shape.js'
import type { Documented } from './documented.js'
import { type Filled, holesIn } from './filled.js'
import type { ToolInputModes } from './input-modes.js'
import { decideText } from './parameter.js'

/** Longest text that is shown whole as an example. */
const MAX_EXAMPLE_LENGTH = 400

/** A raw body that is not JSON: its holes are the members, or the text itself is the value when it has no variables. */
export function textBody(
  body: Extract<BodyTemplate, { mode: 'raw' }>,
  known: { filled: Filled; documented: Documented; modes: ToolInputModes },
): BodyParameter | undefined {
  const { text } = body
  const unfilled = [...new Set(holesIn(text, known.filled))]
  if (known.modes.ofBody([], { fixed: unfilled.length === 0 }) === 'fixed') return undefined
  const holes = unfilled.filter((name) => !isCredentialLike(name))
  if (/^\s*\{\{[^{}]*\}\}\s*$/.test(text) && holes.length === 1) return wholeBody(body.language)
  if (holes.length > 0) return templateBody(holes, known)
  if (findVariables(text).length > 0) return undefined
  return {
    schema: {
      type: 'string',
      ...(text.length <= MAX_EXAMPLE_LENGTH ? { examples: [withoutCredentials(text)] } : {}),
    },
    required: text.trim() !== '',
    provenance: { '': 'example' },
    binding: { kind: 'text' },
  }
}

/** What a credential is, a model need not see: its place shows that there is one. */
function withoutCredentials(text: string): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, isNumber }) => (isNamed(name) && !isNumber ? '' : undefined))
}

/** A body that is one variable: any JSON document where the language says so, else a text. */
function wholeBody(language: string | undefined): BodyParameter {
  if (language === 'json') {
    return { schema: {}, required: true, provenance: { '': 'guess' }, binding: { kind: 'json', fixed: [] } }
  }
  return {
    schema: { type: 'string' },
    required: true,
    provenance: { '': 'guess' },
    binding: { kind: 'text' },
  }
}

function templateBody(
  holes: string[],
  { filled, documented }: { filled: Filled; documented: Documented },
): BodyParameter {
  const decided = holes.map((key) => ({
    key,
    ...decideText({ key, samples: [], description: '', documented: documented.get(key) }, filled),
  }))
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(decided.map(({ key, schema }) => [key, schema])),
      required: holes,
    },
    required: true,
    provenance: Object.fromEntries(decided.map(({ key }) => [`/properties/${key}`, 'guess' as const])),
    binding: { kind: 'template' },
  }
}
