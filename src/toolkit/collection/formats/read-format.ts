import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../../../errors.js'
import type { JsonObject } from '../../model/json.js'
import { asObject } from '../read-shape.js'
import { assemble } from './assemble.js'
import type { ConvertedCollection } from './converted-collection.js'
import { type FolderContent, readFolderFiles, walkFolder } from './folder-files.js'
import { convertInsomnia } from './insomnia.js'
import { OpenCollectionReader, withoutProcess } from './open-collection.js'
import { pairsOf } from './part.js'
import { readV3 } from './postman-v3.js'
import { formatOfText, problemSentence } from './recognize.js'
import { parseSource } from './source-file.js'

type FolderFormat = 'v3' | 'opencollection' | 'bruno'

const FORMATS = {
  v3: 'a Postman collection of format 3.0',
  opencollection: 'an OpenCollection',
  bruno: 'a Bruno collection',
  insomnia: 'an Insomnia export',
} as const

/** Which files of a folder belong to the collection. */
const WANTED: Readonly<Record<FolderFormat, RegExp>> = {
  v3: /(?:\.(?:request|example)|^definition)\.ya?ml$/,
  opencollection: /\.ya?ml$/,
  bruno: /\.bru$|^bruno\.json$/,
}

/** A file that makes a folder a collection. */
const MARKS: readonly (readonly [RegExp, FolderFormat])[] = [
  [/^opencollection\.ya?ml$/, 'opencollection'],
  [/^bruno\.json$/, 'bruno'],
  [/^(?:\.resources|.*\.request\.ya?ml)$/, 'v3'],
]

const formatByName = (name: string) => MARKS.find(([mark]) => mark.test(name))?.[1]

/** How many levels below a folder a collection is looked for. */
const SEARCH_DEPTH = 5

/**
 * Reads the collection in a folder: Postman's format 3.0, OpenCollection or Bruno. The folder is the collection, or has
 * exactly one inside. Throws `wrong-usage` if there are several, and `file-unreadable` if there is none, or if the folder
 * cannot be read or is too large.
 */
export async function readCollectionFolder(folder: string): Promise<ConvertedCollection> {
  try {
    const { root, format } = await findCollection(folder)
    const isV3 = format === 'v3'
    const content = await readFolderFiles(root, (name, path) => {
      const isEnvironment = path.length > 1 && path[0] === 'environments' && !isV3
      return !isEnvironment && WANTED[format].test(name)
    })
    const environments = await readEnvironments(environmentsOf(root, format))
    return convertFolder({ root, format, content, environments })
  } catch (error) {
    if (error instanceof VoiceError) throw error
    throw new VoiceError('file-unreadable', `${folder} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

/** Reads a collection from one file: an Insomnia export, or an OpenCollection in one file. Undefined for other texts. */
export function readCollectionText(path: string, text: string): ConvertedCollection | undefined {
  const format = formatOfText(text)
  if (!format) return undefined
  const file = parseSource(path, text)
  const start = { path, format: FORMATS[format] }
  if ('message' in file) return { ...start, document: assemble(empty), remarks: [], problems: [file] }
  const content = asObject(file.value) ?? {}
  const list = format === 'insomnia' ? (content.resources ?? content.collection) : content.items
  if (!Array.isArray(list)) return undefined
  const { remarks, leftOut } = remarksOf()
  const name = basename(path).replace(/\.\w+$/, '')
  const document =
    format === 'insomnia'
      ? convertInsomnia(name, content, leftOut)
      : withoutProcess(assemble(new OpenCollectionReader(leftOut).bundled(name, content)))
  return { ...start, document, remarks: remarks(), problems: [] }
}

const empty = { source: {}, name: '', parts: [] }

interface ReadFolder {
  root: string
  format: FolderFormat
  content: FolderContent
  environments: FolderContent | undefined
}

function convertFolder({ root, format, content, environments }: ReadFolder): ConvertedCollection {
  const { remarks, leftOut } = remarksOf()
  const name = basename(root)
  const isV3 = format === 'v3'
  const part = isV3
    ? readV3(name, content.files, leftOut)
    : new OpenCollectionReader(leftOut).folder(name, content.files)
  const [only, ...others] = environments?.files ?? []
  const environment = others.length === 0 ? asObject(only?.file.value) : undefined
  const given = pairsOf(environment?.values ?? environment?.variables)
  const names = new Set(given.map(({ key }) => key))
  const variables = [...(part.variables ?? []).filter(({ key }) => !names.has(key!)), ...given]
  return {
    path: root,
    format: FORMATS[format],
    document: withoutProcess(assemble({ ...part, variables })),
    remarks: remarks(),
    problems: [...content.problems, ...(environments?.problems ?? [])].filter(({ text }) =>
      isPart(text, format),
    ),
  }
}

/** Whether a file is meant for the collection: beside an OpenCollection there may be any other YAML. */
const isPart = (text: string, format: FolderFormat) =>
  format !== 'opencollection' || text === '' || /^(?:info|http|graphql|opencollection|variables):/m.test(text)

/** The folder of the environments; in format 3.0 it stands beside that of all collections of a workspace. */
function environmentsOf(root: string, format: FolderFormat): string | undefined {
  if (format !== 'v3') return join(root, 'environments')
  const collections = dirname(root)
  return basename(collections) === 'collections' ? join(collections, '..', 'environments') : undefined
}

async function readEnvironments(folder: string | undefined): Promise<FolderContent | undefined> {
  const exists = folder === undefined ? undefined : await readdir(folder).catch(() => undefined)
  return exists && readFolderFiles(folder!, (name) => /\.(?:bru|ya?ml)$/.test(name))
}

/** Collects what is left out, each kind once, for the sentence that says so. */
function remarksOf(): { leftOut: (what: string) => void; remarks: () => string[] } {
  const found = new Set<string>()
  return {
    leftOut: (what) => void found.add(what),
    remarks: () =>
      found.size > 0
        ? [`Left out, because collections v2.1 have nothing like it: ${[...found].join(', ')}.`]
        : [],
  }
}

/** Whether a folder is `postman/collections/NAME`: a whole collection, also if only the folders in it have files about themselves. */
function isInWorkspace(folder: string): boolean {
  const collections = dirname(resolve(folder))
  return basename(collections) === 'collections' && basename(dirname(collections)) === 'postman'
}

async function findCollection(folder: string): Promise<{ root: string; format: FolderFormat }> {
  const own = (await readdir(folder)).map(formatByName).find(Boolean)
  if (own) return { root: folder, format: own }
  const found = new Map<string, FolderFormat>()
  for await (const { path } of walkFolder(folder, SEARCH_DEPTH)) {
    const format = formatByName(path.at(-1)!)
    const steps = path.slice(0, -1)
    const places = [...steps.keys(), steps.length].map((count) => join(folder, ...steps.slice(0, count)))
    const root = (format === 'v3' && places.find(isInWorkspace)) || places.at(-1)!
    const isInside = [...found.keys()].some((other) => root === other || root.startsWith(other + sep))
    if (format && !isInside) found.set(root, format)
  }
  const [first, ...others] = found
  if (!first)
    throw new VoiceError(
      'file-unreadable',
      `${folder} is no collection: there is no opencollection.yml, bruno.json or *.request.yaml in it. Name the file of the collection, or its folder.`,
    )
  if (others.length > 0)
    throw new VoiceError(
      'wrong-usage',
      `${folder} has several collections: ${[...found.keys()].slice(0, 10).join(', ')}. Name one of them.`,
    )
  return { root: first[0], format: first[1] }
}

/**
 * The values of an environment of Bruno, OpenCollection or Postman's format 3.0, as an environment of Postman. Throws
 * `not-an-environment` if the file cannot be read.
 */
export function readEnvironmentText(path: string, text: string): JsonObject {
  const file = parseSource(path, text)
  if ('message' in file) throw new VoiceError('not-an-environment', problemSentence(file))
  const { values, variables } = asObject(file.value) ?? {}
  return { values: values ?? pairsOf(variables) }
}
