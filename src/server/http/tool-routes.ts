import type { IncomingMessage } from 'node:http'
import { messageOf } from '../../errors.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type HttpAnswer, JSON_BODY, readJsonBody, refusalAnswer } from './http-answer.js'

export const TOOLS_PATH = '/v1/tools'
const DRY_RUN = /^\/v1\/tools\/([A-Za-z0-9_-]{1,64})\/dry-run$/

export function isToolsPath(path: string): boolean {
  return path === TOOLS_PATH || DRY_RUN.test(path)
}

/** Answers with the list of tools, or with the request that one tool would send, secrets masked. That request is never sent. */
export async function answerTools(
  request: IncomingMessage,
  { path, tools, question }: { path: string; tools: readonly ToolFunction[]; question?: string | undefined },
): Promise<HttpAnswer> {
  const name = DRY_RUN.exec(path)?.[1]
  if (name === undefined)
    return request.method === 'GET'
      ? { status: 200, body: { tools: tools.map(shownTool), question } }
      : onlyFor('GET')
  if (request.method !== 'POST') return onlyFor('POST')
  const tool = tools.find((one) => one.name === name)
  if (!tool) return refusalAnswer({ status: 404, message: `There is no tool "${name}".` })
  const input = await readJsonBody(request)
  if (!input)
    return refusalAnswer({
      status: 400,
      message: `The body must be the input of the tool: ${JSON_BODY}.`,
    })
  return dryRun(tool, input as JsonObject)
}

function dryRun(tool: ToolFunction, input: JsonObject): HttpAnswer {
  if (!tool.dryRun)
    return refusalAnswer({
      status: 400,
      message: `"${tool.name}" is a function of the server and sends no request.`,
    })
  try {
    return { status: 200, body: tool.dryRun(input) }
  } catch (error) {
    return refusalAnswer({ status: 400, message: messageOf(error) })
  }
}

function shownTool({ name, description, parameters, annotations, definition, dryRun }: ToolFunction): object {
  return {
    name,
    description,
    parameters,
    annotations,
    method: definition?.method ?? null,
    path: definition?.path ?? null,
    folder: definition?.folder ?? [],
    dryRun: dryRun !== undefined,
  }
}

function onlyFor(method: string): HttpAnswer {
  return refusalAnswer({ status: 405, message: `Only ${method} is answered here.` })
}
