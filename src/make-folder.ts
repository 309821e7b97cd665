import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Makes a folder, and those above it that are missing; `mode` is for all of them. Throws the error of `fs`. The `recursive`
 * of Node is not used: it never returns in a file system that calls a path in an existing folder missing, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    if (isFolder(path)) return
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(above)) throw error
    makeFolder(above, mode)
    makeFolder(path, mode)
  }
}
