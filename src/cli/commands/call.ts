import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { isObject } from '../../protocol/is-object.js'
import { MAX_NESTING } from '../../protocol/nesting.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { DryRun, ToolResult } from '../../toolkit/model/tool.js'
import { createToolkit } from '../create-toolkit.js'
import { type CollectionFlags, pairsOf } from '../load.js'
import { findToolByName, loadChosen, noticeUnknownOrigins } from '../load-toolkit.js'
import {
  createOutput,
  type ExitCode,
  type Output,
  printRequest,
  shellQuoted,
  terminalLogger,
  untilInterrupted,
} from '../output.js'
import { missingValueWarnings } from '../tool-notices.js'

interface CallFlags extends CollectionFlags {
  input?: string
  arg?: string[]
  dryRun?: boolean
  showSecrets?: boolean
}

export async function callOneTool(
  name: string,
  file: string | undefined,
  options: CallFlags,
): Promise<ExitCode> {
  const output = createOutput(options)
  const loaded = await loadChosen(file, options)
  const { collection, settings, lock } = loaded
  noticeUnknownOrigins(options, [loaded])
  const toolkit = await createToolkit(collection, settings, {
    lock,
    readFiles: true,
    logger: terminalLogger(output),
  })
  const tool = findToolByName(name, toolkit.getFunctions())
  const input = inputOf(options, tool.parameters)
  if (options.dryRun)
    return showDryRun(tool.dryRun?.(input, { showSecrets: options.showSecrets === true }), {
      output,
      options,
    })
  const result = await untilInterrupted((signal) => tool.call(input, { signal, session: {} }))
  return showResult(result, { output, options })
}

interface Showing {
  output: Output
  options: CallFlags
}

/** The object of `--input` with each `--arg`. Throws `wrong-usage`. */
function inputOf({ input = '{}', arg = [] }: CallFlags, schema: JsonSchema): JsonObject {
  const whole = parseObject(input)
  const entries = Object.entries(pairsOf('--arg', arg))
  for (const [name] of entries) {
    if (name.split('.', MAX_NESTING + 1).length > MAX_NESTING)
      throw new VoiceError(
        'wrong-usage',
        `--arg takes at most ${MAX_NESTING} names with dots between them; "${name.slice(0, 40)}..." has more.`,
      )
  }
  return entries.reduce<JsonObject>((all, [name, text]) => withArgument(all, { name, text, schema }), whole)
}

function parseObject(text: string): JsonObject {
  const value = tryParseExact(text)
  if (isObject(value)) return value as JsonObject
  throw new VoiceError(
    'wrong-usage',
    value === undefined
      ? `--input takes a JSON object such as {"petId": 7}; this is no JSON: ${text.slice(0, 80)}`
      : '--input takes a JSON object; this is JSON, but no object.',
  )
}

/** Sets an argument; dots lead into `body.name` unless a parameter has them. */
function withArgument(
  input: JsonObject,
  { name, text, schema }: { name: string; text: string; schema: JsonSchema },
): JsonObject {
  const isOwn = Object.hasOwn(schema.properties ?? {}, name) || !name.includes('.')
  if (isOwn) return { ...input, [name]: readArgument(text, schema.properties?.[name]) }
  const at = name.indexOf('.')
  const first = name.slice(0, at)
  const inner = schema.properties?.[first] ?? {}
  const old = input[first]
  const member = isObject(old) ? old : {}
  return { ...input, [first]: withArgument(member, { name: name.slice(at + 1), text, schema: inner }) }
}

/** JSON for a list or object, commas for another list, else text. */
function readArgument(text: string, schema: JsonSchema | undefined): JsonValue {
  const types = [schema?.type ?? []].flat()
  const isOpen = types.length === 0 && /^\s*[[{]/.test(text)
  if (!isOpen && !types.includes('array') && !types.includes('object')) return text
  const value = tryParseExact(text)
  if (value !== undefined) return value
  return types.includes('array') ? text.split(',') : text
}

function showDryRun(shown: DryRun | ToolResult | undefined, { output, options }: Showing): ExitCode {
  if (!shown || 'isError' in shown)
    return showResult(shown ?? { isError: true, content: 'This tool has no dry run.', requestMs: 0 }, {
      output,
      options,
    })
  if (options.format === 'json') output.printJson(shown)
  else printRequest(shown, output)
  return 0
}

function showResult(result: ToolResult, { output, options }: Showing): ExitCode {
  const code = result.isError ? 1 : 0
  const { missingSettings = [] } = result.isError ? result : {}
  for (const warning of missingValueWarnings(missingSettings)) output.warn(warning)
  if (options.format === 'json') {
    output.printJson(result)
    return code
  }
  const { status, reason, content, truncated, partial, next, note, requestMs } = result
  output.print(typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  const facts = [
    status && `status ${status}`,
    reason,
    truncated && `${truncated.kept} of ${truncated.total} kept`,
    partial && `one page of ${partial.items} items`,
    requestMs > 0 && `${requestMs} ms`,
  ]
  const line = facts.filter(Boolean).join(', ')
  if (line) output.notice(singleLine(line))
  if (note !== undefined) output.notice(note)
  if (next) output.notice(`next page: --input ${shellQuoted(JSON.stringify(next))}`)
  return code
}
