import { dirname, relative, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { pathOf, readLinkedFiles } from '../toolkit/linked-files.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import { mapMembers } from '../toolkit/model/map-members.js'
import type { ApiDocument } from './render-prompt.js'

/** A `$ref` to another file, in JSON or YAML. */
const OUTWARD_REF = /["']?\$ref["']?\s*:\s*["']?[^#"'\s]/

/** The member of a joined document that holds the other files, by path. */
const PARTS = 'x-documents'

interface Joined {
  document: ApiDocument
  /** Absolute paths of the files that the document now includes. */
  parts: string[]
}

/**
 * Joins documents that consist of several files. The files to which the `$ref`s of an OpenAPI or JSON Schema document
 * point are included in the document. The `$ref`s then point to the included files, so files may refer to each other. A
 * document that another one includes is left out of the result. Only local files below the working directory or below
 * the folder of a document are read. For a remote file, only its URL is included. Throws the `VoiceError`
 * `docs-unjoinable`.
 */
export async function joinDocuments(documents: ApiDocument[]): Promise<ApiDocument[]> {
  const roots = [process.cwd(), ...documents.map(({ path }) => dirname(resolve(path)))]
  const joined: Joined[] = []
  for (const document of documents) {
    // If files refer to each other, the first one in the list includes the others.
    const isTaken = joined.some(({ parts }) => parts.includes(resolve(document.path)))
    if (!isTaken) joined.push(await join(document, roots))
  }
  const taken = new Set(joined.flatMap(({ parts }) => parts))
  return joined.filter(({ document }) => !taken.has(resolve(document.path))).map(({ document }) => document)
}

async function join(document: ApiDocument, roots: string[]): Promise<Joined> {
  const { path, text } = document
  if (!/\.(json|ya?ml)$/i.test(path) || !OUTWARD_REF.test(text)) return { document, parts: [] }
  try {
    const files = await readLinkedFiles(path, {
      folders: roots,
      outside: (file) => `${file} lies outside of the working directory; run this from a folder above it`,
      remote: (url) =>
        JSON.stringify({ description: `Described at ${url}, which is not part of these documents.` }),
    })
    const main = resolve(path)
    const whole = assemble(main, files)
    const parts = [...files.keys()].filter((file) => file !== main)
    return { document: { path, text: JSON.stringify(whole, null, 1) }, parts }
  } catch (error) {
    throw new VoiceError(
      'docs-unjoinable',
      `${path} cannot be joined with the files it refers to: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

/** The main file with the included files under `x-documents`. Every `$ref` points to the new position of its target. */
function assemble(main: string, files: Map<string, unknown>): unknown {
  const nameOf = (file: string) =>
    URL.canParse(file) ? file : relative(dirname(main), file).split(sep).join('/')
  const placeOf = (file: string) => (file === main ? '#' : `#${pointerOf([PARTS, nameOf(file)])}`)
  const parts = [...files].filter(([file]) => file !== main)
  const relocated = relocate(files.get(main), { file: main, placeOf })
  if (parts.length === 0 || typeof relocated !== 'object') return relocated
  return {
    ...relocated,
    [PARTS]: Object.fromEntries(
      parts.map(([file, value]) => [nameOf(file), relocate(value, { file, placeOf })]),
    ),
  }
}

interface DocumentPlace {
  file: string
  placeOf: (file: string) => string
}

function relocate(value: unknown, place: DocumentPlace): unknown {
  if (Array.isArray(value)) return value.map((part) => relocate(part, place))
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value as Record<string, unknown>, (part, key) => {
    if (key !== '$ref' || typeof part !== 'string') return relocate(part, place)
    const [target = '', pointer = ''] = part.split('#')
    return place.placeOf(target === '' ? place.file : targetOf(target, place.file)) + pointer
  })
}

function targetOf(target: string, from: string): string {
  if (URL.canParse(target)) return pathOf(target)
  return URL.canParse(from) ? new URL(target, from).href : resolve(dirname(from), decodeURIComponent(target))
}
