import { homedir, userInfo } from 'node:os'
import { isAbsolute, parse } from 'node:path'

/**
 * The user's home folder. If the user has none, the root folder: a container can run with a user id that no user has,
 * and without `HOME`. Nobody else can put files for `voice` into the root folder, unlike the one for temporary files.
 * A `HOME` that is empty or relative is ignored: it would name a folder in the working directory.
 */
export function homeFolder(): string {
  try {
    const folder = homedir()
    return isAbsolute(folder) ? folder : userInfo().homedir
  } catch {
    return parse(process.cwd()).root
  }
}
