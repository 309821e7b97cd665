import type { ModelTool } from '../../../../src/server/model/language-model.js'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import type { ToolDefinition } from '../../../../src/toolkit/model/tool.js'

const id: JsonSchema = { type: 'integer' }
const status: JsonSchema = { type: 'string', enum: ['available', 'pending', 'sold'] }
const petBody: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    category: { type: 'string', examples: ['dog', 'cat'] },
    status,
    price: { type: 'number' },
  },
}

/** A tool definition from its title, method and path. */
export function tool(
  title: string,
  options: Partial<ToolDefinition> & { method: string; path: string },
): ModelTool {
  const name = title.toLowerCase().replace(/\W+/g, '_')
  const reads = options.method === 'GET'
  const definition: ToolDefinition = {
    name,
    title,
    description: `${title}.`,
    folder: [],
    parameters: { type: 'object', properties: {} },
    bindings: [],
    provenance: {},
    annotations: {
      readOnlyHint: reads,
      destructiveHint: options.method === 'DELETE',
      idempotentHint: reads,
      openWorldHint: true,
    },
    settings: [],
    request: {
      method: options.method,
      url: { host: [], path: [], query: [], variables: [] },
      headers: [],
      profile: {},
    },
    words: '',
    tokens: 0,
    ...options,
  }
  return { name, description: definition.description, parameters: definition.parameters, definition }
}

const one = (name: string, body?: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: id, ...(body && { body }) },
  required: [name],
})

/** Nine tools made by hand, for tests of the rules. The evaluation uses the real collection. */
export const shopTools: ModelTool[] = [
  tool('List pets', {
    method: 'GET',
    path: '/pets',
    folder: ['Pets'],
    parameters: { type: 'object', properties: { status, limit: { type: 'integer' } } },
  }),
  tool('Get pet', { method: 'GET', path: '/pets/{petId}', folder: ['Pets'], parameters: one('petId') }),
  tool('Create pet', {
    method: 'POST',
    path: '/pets',
    folder: ['Pets'],
    parameters: {
      type: 'object',
      properties: { body: { ...petBody, required: ['name'] } },
      required: ['body'],
    },
  }),
  tool('Update pet', {
    method: 'PUT',
    path: '/pets/{petId}',
    folder: ['Pets'],
    parameters: one('petId', petBody),
  }),
  tool('Delete pet', { method: 'DELETE', path: '/pets/{petId}', folder: ['Pets'], parameters: one('petId') }),
  tool('List orders', { method: 'GET', path: '/orders', folder: ['Orders'] }),
  tool('Place order', {
    method: 'POST',
    path: '/orders',
    folder: ['Orders'],
    parameters: {
      type: 'object',
      properties: {
        body: {
          type: 'object',
          properties: { petId: id, quantity: { type: 'integer' } },
          required: ['petId'],
        },
      },
      required: ['body'],
    },
  }),
  tool('Get order', {
    method: 'GET',
    path: '/orders/{orderId}',
    folder: ['Orders'],
    parameters: one('orderId'),
  }),
  tool('Cancel order', {
    method: 'POST',
    path: '/orders/{orderId}/cancel',
    folder: ['Orders'],
    parameters: one('orderId'),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  }),
]

/** The schema of an object; all its members are required, unless others are named. */
export const members = (
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required })
