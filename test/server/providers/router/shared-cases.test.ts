import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { hasShared, sharedPath } from '../../../support/shared.js'
import { talk } from './talk.js'

function toolsOf(file: string): ModelTool[] {
  const collection = JSON.parse(readFileSync(sharedPath('cases', file), 'utf8')) as JsonValue
  const { definitions } = compileCollection(parseCollection(collection))
  return definitions.map((definition) => ({ ...definition, definition }))
}

const records: Record<string, JsonValue> = {
  get_guest: { id: 14, name: 'Giulia Rossi' },
  get_task: { id: 18, code: 'T8', priority: 'high' },
}
const isCall = (line: string) => /^\w+ \{/.test(line)

/** What is said, and the last line of the answer: a call, or a part of a sentence. */
const cases: [file: string, says: string[], last: string | RegExp][] = [
  ['g01-soap.json', ['delete the bill'], /Which bill/],
  ['g01-soap.json', ['list all bills'], 'get_all_bills {}'],
  ['g03-base-variable.json', ['Delete team 4'], /^delete_team \{"(id|TEAMS)":"?4"?\}$/],
  [
    'g07-colon-list.json',
    ['Update task 18: priority low'],
    'update_task {"task_id":18,"body":{"priority":"low"}}',
  ],
  ['g08-number-words.json', ['Cancel trip 9 two hours early'], /“2”|"trip_id":9,/],
  [
    'g08-number-words.json',
    ['Write a rating for trip 9: rating 4, comment great driver'],
    'create_rating {"body":{"trip_id":9,"rating":4,"comment":"great driver"}}',
  ],
  ['g11-references.json', ['Show guest 14', 'delete that guest'], 'delete_guest {"id":"14"}'],
  [
    'g11-references.json',
    ['Show task 18', 'set its priority to low'],
    'update_task {"id":"18","body":{"priority":"low"}}',
  ],
  ['g12-verb-not-said.json', ['Make user u7 an admin'], /^Do you mean|^set_user_role/],
  [
    'g15-answer-names-field.json',
    ['Mark delivery 12 as cancelled', 'status cancelled'],
    /^update_delivery .*"status":"cancelled"/,
  ],
]

describe.skipIf(!hasShared)('the sentences of the shared cases', () => {
  it.each(cases)('%s: %j', async (file, says, last) => {
    const answer = (name: string) => ({ status: 200, content: records[name] ?? [] })
    const lines = await talk(says, { tools: toolsOf(file), answer })
    const line = lines.findLast(isCall) ?? lines.at(-1)!
    if (typeof last === 'string') expect(line).toBe(last)
    else expect(line).toMatch(last)
  })
})
