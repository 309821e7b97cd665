import { describe, expect, it } from 'vitest'
import { GraphqlAnswers } from '../../../../src/server/mock/generated/graphql-answers.js'

const answerTo = (query: string) => {
  const body = JSON.stringify({ query })
  const request = { method: 'POST', path: '/graphql', query: [], headers: [], body }
  return new GraphqlAnswers([]).answer(request as never)?.body as { data: Record<string, unknown> }
}

describe('GraphqlAnswers', () => {
  it('reads each fragment of a selection once, so that one which includes itself ends', () => {
    const spreads = '...F '.repeat(10)
    const { data } = answerTo(`query { shop { ${spreads} } } fragment F on Shop { ${spreads} name }`)
    expect(Object.keys(data.shop as object)).toEqual(['name'])
  })

  it('ends fragments that contain each other as the value of a field', () => {
    const text = `query { shop { ...A } } fragment A on Shop { name owner { ...B } } fragment B on Owner { shop { ...A } }`
    expect(JSON.stringify(answerTo(text)).length).toBeLessThan(10_000)
  })
})
