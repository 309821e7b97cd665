import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../../../errors.js'
import { readLinkedFiles } from '../../../toolkit/linked-files.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isRemote, MAIN } from './references.js'
import { amount, type Remarks } from './remarks.js'

/**
 * Returns the document and the files to which it refers, by their paths relative to `folder`. Never downloads files.
 * Throws `import-failed` for a file that is missing, unreadable or outside of `folder`. Without `folder`, reads no
 * other file.
 */
export async function loadFiles(
  root: JsonObject,
  { folder, remarks }: { folder: string | undefined; remarks: Remarks },
): Promise<ReadonlyMap<string, JsonValue>> {
  const outward = outwardReferences(root)
  const own = new Map<string, JsonValue>([[MAIN, root]])
  for (const reference of outward.filter(isRemote))
    remarks.name('These references lead to other servers and were not followed', reference)
  const local = outward.filter((reference) => !isRemote(reference))
  if (local.length === 0) return own
  if (folder === undefined) {
    for (const _ of local) remarks.count('files', notFollowed)
    return own
  }
  const home = await realpath(folder)
  for (const [path, value] of await filesBelow(home, root)) own.set(path, value)
  return own
}

const notFollowed = (count: number) =>
  `Not followed: ${amount(count, 'reference')} to other files. Import the file itself instead of standard input, so that its folder is known.`

/** The references of a document to other files. */
function outwardReferences(root: JsonValue): string[] {
  const found = new Set<string>()
  const open: JsonValue[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const { $ref: reference } = value as JsonObject
    if (typeof reference === 'string' && reference !== '' && !reference.startsWith('#')) found.add(reference)
    for (const member of Object.values(value))
      if (typeof member === 'object' && member !== null) open.push(member)
  }
  return [...found].sort()
}

/** The files that a document in this folder refers to, by their paths in the folder. */
async function filesBelow(home: string, root: JsonObject): Promise<[string, JsonValue][]> {
  const main = resolve(home, 'voice-import-main.json')
  try {
    const files = await readLinkedFiles(main, {
      document: root,
      folders: [home],
      outside: (path) => `${path} lies outside of ${home}, the folder of the document; move it there.`,
      remote: () => '{}',
    })
    const others = [...files].filter(([path]) => path !== main && !isRemote(path))
    return others.map(([path, value]) => [relative(home, path).split(sep).join('/'), value as JsonValue])
  } catch (error) {
    throw new VoiceError(
      'import-failed',
      `The OpenAPI document refers to a file that cannot be read: ${messageOf(error)}`,
      { cause: error },
    )
  }
}
