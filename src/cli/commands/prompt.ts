import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { VoiceError } from '../../errors.js'
import { printableJson, singleLine } from '../../printable.js'
import { joinDocuments, maskDocuments, maskNotice } from '../../prompt/documents.js'
import { type ApiDocument, renderPrompt } from '../../prompt/render-prompt.js'
import { isFolder } from '../../regular-file.js'
import { decodeDocument } from '../../toolkit/collection/read-document.js'
import { isSecretFile } from '../../toolkit/secrets/secret-file.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'
import { expand, readInput, unreadable, writeOutput } from '../files.js'
import { createOutput, type ExitCode, type Output, type OutputOptions } from '../output.js'

interface PromptOptions extends OutputOptions {
  docs?: string[]
  output?: string
}

export async function printPrompt(options: PromptOptions): Promise<ExitCode> {
  const out = createOutput(options)
  const documents = await readMaskedDocs(options.docs ?? [], out)
  const prompt = renderPrompt(documents)
  const tokens = estimateTokens(prompt)
  const text =
    options.format === 'json'
      ? printableJson({ prompt, documents: documents.map(({ path }) => path), tokens }, 2)
      : prompt
  if (options.output === undefined) out.print(text)
  else await writeOutput(options.output, `${text}\n`)
  const place = options.output === undefined ? '' : ` in ${options.output}`
  out.notice(
    `About ${tokens.toLocaleString('en')} tokens${place}. Save the answer as postman.json, then run:\n  npx voice validate --profile generated postman.json`,
  )
  return 0
}

export async function readMaskedDocs(paths: string[], out: Output): Promise<ApiDocument[]> {
  const { found, secret } = await readDocs(paths)
  const names = singleLine(secret.join(', '))
  if (found.length === 0 && secret.length > 0)
    throw new VoiceError(
      'file-unreadable',
      `Files of this name have secrets, which no model may get: ${names}; name documentation, a specification or code.`,
    )
  const { documents, masked } = maskDocuments(await joinDocuments(found))
  const notice = maskNotice(masked)
  if (notice !== undefined) out.notice(singleLine(notice))
  if (secret.length > 0) out.notice(`Left out, because files of this name have secrets: ${names}.`)
  return documents
}

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'target',
  'vendor',
  '__pycache__',
])

/** Lock files, minified scripts, source maps and images: they are long and do not describe an API. */
const SKIPPED_FILES = /(^|[-.])lock(\.json|\.yaml)?$|\.(min\.js|map|svg)$/i

/** Maximum size of a file in a folder, in bytes. A larger file is left out: it is data, not documentation. */
const MAX_FOUND_BYTES = 1024 * 1024

interface FoundDocs {
  found: ApiDocument[]
  /** The paths that were left out because of {@link isSecretFile}. Hidden files are not among them. */
  secret: string[]
}

/** Reads files, globs and folders in order. Throws `file-unreadable`; from folders, what is no document is left out. */
export async function readDocs(paths: string[]): Promise<FoundDocs> {
  const documents = new Map<string, ApiDocument>()
  const secret: string[] = []
  for (const path of (await Promise.all(paths.map(expand))).flat()) {
    for (const document of await readDoc(path, secret)) documents.set(document.path, document)
  }
  return { found: [...documents.values()], secret }
}

async function readDoc(path: string, secret: string[]): Promise<ApiDocument[]> {
  if (isFolder(path)) return readFolder(path, secret)
  if (isSecretFile(path)) {
    secret.push(path)
    return []
  }
  const text = textOf(await readInput(path))
  if (text === undefined)
    throw new VoiceError(
      'file-unreadable',
      `${path} is not a text file; name documentation, a specification or code.`,
    )
  if (text.trim() === '')
    throw new VoiceError('file-unreadable', `${path} is empty; there is nothing in it to read.`)
  return [{ path, text }]
}

async function readFolder(folder: string, secret: string[]): Promise<ApiDocument[]> {
  const documents: ApiDocument[] = []
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      documents.push(...(await readFolder(path, secret)))
    if (!entry.isFile() || SKIPPED_FILES.test(entry.name) || (await stat(path)).size > MAX_FOUND_BYTES)
      continue
    if (isSecretFile(path)) {
      secret.push(path)
      continue
    }
    const text = textOf(await readInput(path))
    if (text?.trim()) documents.push({ path, text })
  }
  return documents
}

/** The text of a file; undefined if it is binary. A file with many control characters at its start counts as binary. */
function textOf(bytes: Uint8Array): string | undefined {
  const text = decodeDocument(bytes)
  const start = text.slice(0, 8192)
  const odd = Array.from(start).filter(
    (char) => char === '\ufffd' || (char < ' ' && !'\n\r\t\f\u001b'.includes(char)),
  ).length
  return odd > start.length / 100 ? undefined : text
}
