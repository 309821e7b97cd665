import type { Script } from '../model/collection.js'
import { distinctBy } from '../model/group-by.js'
import type { Capture } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { setsVariables } from './script-text.js'
import { isPlain, ScriptTree } from './script-tree.js'

/** The variables to which the test scripts of an item give a value. The scripts are read, not run. */
export interface ReadCaptures {
  /** The captures in order. Of several for a variable, the first that finds a value applies. */
  captures: Capture[]
  /** Variables to which a script gives a computed value. Only a script engine could determine this value. */
  unread: string[]
}

/** The variables that test scripts set: `pm.environment.set('token', pm.response.json().access_token)`. */
export function readCaptures(scripts: Script[]): ReadCaptures {
  const tests = scripts.filter(({ when }) => when === 'test')
  const captures: Capture[] = []
  const unread = new Set<string>()
  for (const { lines } of tests) {
    const code = lines.join('\n')
    if (!setsVariables(code)) continue
    const script = new ScriptTree(code)
    for (const { variable, value } of script.setters()) {
      if (isPlain(value)) continue
      const places = script.placesOf(value)
      for (const from of places) captures.push({ variable, from, secret: isCredentialLike(variable) })
      if (places.length === 0) unread.add(variable)
    }
  }
  for (const { variable } of captures) unread.delete(variable)
  return {
    captures: distinctBy(captures, ({ variable, from }) => JSON.stringify([variable, from])),
    unread: [...unread],
  }
}
