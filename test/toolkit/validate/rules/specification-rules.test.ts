import { ruleCases } from '../../../support/rule-cases.js'
import { collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const described = (block: string) =>
  collectionOf([
    soundItem({ request: soundRequest({ description: `Lists pets.\n\n\`\`\`openapi\n${block}\n\`\`\`` }) }),
  ])
const parameter = (name: string, schema: object) =>
  described(JSON.stringify({ parameters: [{ name, in: 'header', schema }] }))

ruleCases('openapi-block', {
  bad: {
    'what is no JSON': described('{ parameters: [] }'),
    'a list': described('[]'),
    'a parameter that is not there': parameter('X-Nothing', {}),
    'a reference': described('{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/x"}}}}}'),
  },
  good: {
    'a body': described('{"requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}}}'),
    'another fence': collectionOf([
      soundItem({ request: soundRequest({ description: 'A.\n\n```json\n[\n```' }) }),
    ]),
  },
})
