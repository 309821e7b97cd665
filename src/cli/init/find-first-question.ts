import petshop from '../../../examples/petshop/postman.json'
import { silentLogger as logger } from '../../ports.js'
import { parseCollection } from '../../toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { startOwnMock } from '../mock.js'
import { findExampleQuestion } from '../serve/find-example-question.js'

/** A question that the starter project answers with data of its mock; undefined if none is found. Never throws. */
export async function findFirstQuestion(): Promise<string | undefined> {
  const collection = parseCollection(petshop)
  try {
    const mock = await startOwnMock(collection)
    try {
      const tools = new RESTAPIToolkit(collection, { baseUrl: mock.url, logger }).getFunctions()
      return await findExampleQuestion(tools, { mayCall: true })
    } finally {
      await mock.close()
    }
  } catch {
    return undefined
  }
}
