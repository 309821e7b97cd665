/** `voice`: from a Postman collection to an agent that answers. */

export * from './server/index.js'
export { RESTAPIToolkit } from './toolkit/rest-api-toolkit.js'
