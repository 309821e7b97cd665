import { homedir } from 'node:os'
import { parse } from 'node:path'

/**
 * The user's home folder. If the user has none, the root folder: a container can run with a user id that no user has,
 * and without `HOME`. Nobody else can put files for `voice` into the root folder, unlike the one for temporary files.
 */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return parse(process.cwd()).root
  }
}
