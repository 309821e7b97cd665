import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { McpTool } from '../../../src/toolkit/generate/mcp-tool.js'
import { anthropic, json, mcp, openai } from '../../../src/toolkit/generate/targets.js'
import type { JsonSchema } from '../../../src/toolkit/model/json.js'
import { targetInput } from '../../support/compiled.js'
import { realCollection, someRealCollections } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

interface OpenAiTool {
  type: string
  function: { name: string; description: string; parameters: JsonSchema }
}

const names = someRealCollections(20)

describe.skipIf(!hasShared)('the JSON targets of a real collection', () => {
  it.each(names)('%s', (name) => {
    const input = targetInput(realCollection(name).document)
    const tools = JSON.parse(openai.toFile(input)) as OpenAiTool[]
    expect(tools).toHaveLength(input.definitions.length)
    for (const { type, function: tool } of tools) {
      expect(type).toBe('function')
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(tool.parameters.type).toBe('object')
    }

    const messages = JSON.parse(anthropic.toFile(input)) as { input_schema: JsonSchema }[]
    expect(messages.map((tool) => tool.input_schema)).toEqual(tools.map((tool) => tool.function.parameters))

    const listed = ListToolsResultSchema.parse(JSON.parse(mcp.toFile(input)))
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    for (const { outputSchema } of listed.tools as McpTool[]) {
      if (!outputSchema) continue
      const validate = ajv.compile(outputSchema)
      expect(validate({ status: 200, content: 'not what the examples show' })).toBe(true)
      expect(validate({ content: {}, truncated: { total: 9, kept: 2 }, next: { page: 2 } })).toBe(true)
    }

    expect(JSON.parse(json.toFile(input))).toEqual(JSON.parse(JSON.stringify(input.definitions)))
  })
})
