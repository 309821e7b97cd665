import { version } from '../../../package.json'
import { VoiceError } from '../../errors.js'
import { systemClock } from '../../ports.js'
import type { ApprovalPolicy, ToolSet } from '../../server/agent/agent.js'
import { defaultReplyLimits } from '../../server/defaults.js'
import { startMcpHttp } from '../../server/mcp/mcp-http.js'
import type { McpOptions } from '../../server/mcp/mcp-options.js'
import { serveMcpStdio } from '../../server/mcp/mcp-stdio.js'
import { counted } from '../../text/counted.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { findVariables } from '../../toolkit/template/variables.js'
import { createToolkit } from '../create-toolkit.js'
import type { CollectionFlags } from '../load.js'
import { type LoadedToolkit, loadAllChosen, noticeUnknownOrigins } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output, terminalLogger, untilStopped } from '../output.js'
import type { LoadedConfig } from '../settings/settings.js'
import { AGENT_SETTINGS } from '../settings/settings.js'
import { envNotices, ignoredLinesWarnings, missingValueWarnings, noticeLeftOut } from '../tool-notices.js'

interface McpFlags extends CollectionFlags {
  http?: number
  tools?: ToolSet
  approve?: ApprovalPolicy
  outputSchemas: boolean
}

export async function offer(file: string | undefined, flags: McpFlags): Promise<ExitCode> {
  const output = createOutput(flags)
  if ((file ?? flags.collection) === '-' && flags.http === undefined)
    throw new VoiceError(
      'wrong-usage',
      'Standard input carries MCP here; name the collection file instead of -.',
    )
  const loaded = await loadAllChosen(file, flags)
  noticeUnknownOrigins(flags, loaded)
  const toolkits = await Promise.all(
    loaded.map(({ collection, settings, lock, approve }) =>
      createToolkit(collection, settings, { lock, approve }),
    ),
  )
  for (const warning of ignoredLinesWarnings()) output.warn(warning)
  const options = optionsFor(toolkits, { flags, config: loaded[0]!.config, output })
  for (const [index, toolkit] of toolkits.entries()) announce(loaded[index]!, { toolkit, output })
  return flags.http === undefined
    ? overStdio(options)
    : overHttp(options, { port: flags.http, flags, output })
}

function optionsFor(
  toolkits: RESTAPIToolkit[],
  { flags, config, output }: { flags: McpFlags; config: LoadedConfig; output: Output },
): McpOptions {
  const { values } = config
  return {
    toolkits,
    version,
    approve: flags.approve ?? values.approve ?? AGENT_SETTINGS.approve.default,
    toolSet: flags.tools ?? values.tools ?? AGENT_SETTINGS.tools.default,
    outputSchemas: flags.outputSchemas,
    toolTimeoutMs: values.limits?.toolTimeoutMs ?? defaultReplyLimits.toolTimeoutMs,
    clock: systemClock,
    logger: terminalLogger(output),
  }
}

/** Reports the tools on stderr, because standard output is reserved for the protocol. */
function announce(
  loaded: LoadedToolkit,
  { toolkit, output }: { toolkit: RESTAPIToolkit; output: Output },
): void {
  const { definitions, destinations, missingSettings } = toolkit
  const targets = destinations.map(({ url }) => url).join(', ')
  output.notice(
    `${counted(definitions.length, 'tool')} from ${loaded.path}${targets ? `; requests go to ${targets}` : ''}.`,
  )
  const { sent, kept } = envNotices(toolkit, loaded)
  for (const line of sent) output.notice(`${line}.`)
  noticeLeftOut(toolkit, output)
  for (const { origin, url } of destinations.filter(({ isFallback }) => isFallback))
    output.warn(`${origin} has no value, so requests go to ${url}, without credentials: give --base-url.`)
  for (const { origin } of destinations.filter(({ url }) => findVariables(url).length > 0))
    output.warn(`The address ${origin} has no value, so its calls are refused: give --base-url or --env-var.`)
  for (const warning of [...missingValueWarnings(missingSettings), ...kept]) output.warn(warning)
}

async function overStdio(options: McpOptions): Promise<ExitCode> {
  const stop = new AbortController()
  void untilStopped().then(() => stop.abort())
  await serveMcpStdio(options, { input: process.stdin, output: process.stdout, signal: stop.signal })
  return 0
}

async function overHttp(
  options: McpOptions,
  { port, flags, output }: { port: number; flags: McpFlags; output: Output },
): Promise<ExitCode> {
  const { url, close } = await startMcpHttp(options, { port })
  if (flags.format === 'json') output.printJson({ url })
  else if (!flags.quiet) output.print(`MCP is at ${url}`)
  await untilStopped()
  await close()
  return 0
}
