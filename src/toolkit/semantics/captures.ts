import type { Script } from '../model/collection.js'
import { distinctBy } from '../model/group-by.js'
import type { Capture } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { assignmentsIn } from './script-assignments.js'
import { isPlainValue, resolvePlaces } from './script-expression.js'
import { settersIn, withoutComments } from './script-text.js'

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
    const code = withoutComments(lines.join('\n'))
    const assignments = assignmentsIn(code)
    for (const { variable, expression } of settersIn(code)) {
      if (isPlainValue(expression)) continue
      const places = resolvePlaces(expression, assignments)
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
