import { findAgentTexts } from '../../languages/languages.js'
import type { ToolDefinition, ToolFunction } from '../../toolkit/model/tool.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import { OfferedTools } from '../agent/offered-tools.js'
import type { RecordedAgent, RecordedSearch, RecordedSpeech, RecordedTool } from './recording-lines.js'

export function describeAgent(agent: Agent): RecordedAgent {
  const { models, tools, approve, limits, locale, providers, speech } = agent
  const maxTools = maxToolsOf(agent)
  const isFound = tools.searches || maxTools !== undefined
  return {
    models: models.map(({ name }) => name),
    maxTools,
    tools: tools.tools.map((tool) => describeTool(tool, { isFound })),
    searches: tools.searches,
    approve,
    limits,
    locale: locale.tag,
    providers,
    speech: speech && describeSpeech(speech),
  }
}

/**
 * The maximum number of tools for each model that cannot get all tools of the agent; `undefined` if there is no such
 * model.
 */
function maxToolsOf({ models, tools }: Agent): Record<string, number> | undefined {
  const few = models.flatMap(({ name, maxTools }) =>
    tools.kind !== 'all' && maxTools !== undefined && maxTools < tools.tools.length ? [[name, maxTools]] : [],
  )
  return few.length > 0 ? Object.fromEntries(few) : undefined
}

function describeTool(tool: ToolFunction, { isFound }: { isFound: boolean }): RecordedTool {
  const { name, description, parameters, annotations, approve, dryRun, definition } = tool
  const inPath = definition?.bindings.flatMap((binding) => (binding.in === 'path' ? [binding.parameter] : []))
  return {
    name,
    description,
    parameters,
    annotations,
    dryRun: dryRun !== undefined,
    approve,
    ...(definition &&
      inPath && {
        request: { title: definition.title, inPath, search: isFound ? searchOf(definition) : undefined },
      }),
  }
}

function searchOf({ method, path, folder, words, output }: ToolDefinition): RecordedSearch {
  return { method, path, folder, words, output }
}

function describeSpeech({ stt, tts, vad, turnDetector, language }: AgentSpeech): RecordedSpeech {
  const { name, needsWords, judgeSound } = turnDetector
  return {
    stt: stt && { name: stt.name, streams: stt.streams },
    tts: tts?.name ?? null,
    vad: vad?.name ?? null,
    turnDetector: { name, needsWords, judgesSound: judgeSound !== undefined },
    language,
  }
}

/**
 * Creates an agent for a replay. Its models, tools and engines do no work: the ports return the recorded results
 * instead.
 */
export function agentOf(recorded: RecordedAgent): Agent {
  const { models, maxTools = {}, tools, searches, approve, limits, locale, providers, speech } = recorded
  return {
    models: models.map((name) => ({
      name,
      stream: notHere,
      maxTools: maxTools[name],
    })),
    tools: new OfferedTools(tools.map(toolOf), searches ? 'search' : recorded.maxTools ? 'auto' : 'all'),
    instructions: '',
    approve,
    limits,
    locale: findAgentTexts(locale),
    providers,
    speech: speech && speechOf(speech),
  }
}

/**
 * Placeholder for each function that a replay must not run. The session's ports return the recorded result and do not
 * call it.
 */
function notHere(): never {
  throw new Error(
    'This is a bug of voice: a replay ran a model, a tool or a speech engine, instead of taking its result from the recording.',
  )
}

function toolOf({ request, dryRun, ...tool }: RecordedTool): ToolFunction {
  return {
    ...tool,
    call: notHere,
    dryRun: dryRun ? notHere : undefined,
    definition: request && definitionOf(tool, request),
  }
}

/** A tool definition with only those parts that approval requests and tool search use. */
function definitionOf(
  { name, description, parameters, annotations }: Omit<RecordedTool, 'request' | 'dryRun'>,
  { title, inPath, search }: NonNullable<RecordedTool['request']>,
): ToolDefinition {
  return {
    name,
    description,
    title,
    parameters,
    annotations,
    method: '',
    path: '',
    folder: [],
    provenance: {},
    settings: [],
    words: '',
    tokens: 0,
    ...search,
    bindings: inPath.map((parameter) => ({ parameter, in: 'path', key: parameter })),
    request: {
      method: '',
      url: { host: [], path: [], query: [], variables: [] },
      headers: [],
      profile: {},
    },
  }
}

function speechOf({ stt, tts, vad, turnDetector, language }: RecordedSpeech): AgentSpeech {
  const { name, needsWords, judgesSound } = turnDetector
  const recognition = { push() {}, transcribe: notHere, end() {} }
  return {
    stt: stt && { ...stt, createRecognizer: () => ({ begin: () => recognition, close() {} }) },
    tts: tts === null ? null : { name: tts, speak: notHere },
    vad: vad === null ? null : { name: vad, watch: notHere },
    turnDetector: { name, needsWords, silenceMs: notHere, judgeSound: judgesSound ? notHere : undefined },
    language,
  }
}
