import { version } from '../../../package.json'
import { VoiceError } from '../../errors.js'
import type { ApprovalPolicy, ToolSet } from '../../server/agent/agent.js'
import type { McpOptions } from '../../server/mcp/mcp-options.js'
import type { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { findVariables } from '../../toolkit/template/variables.js'
import { ERRORS_ONLY, type VoiceCommand } from '../command.js'
import { createToolkit } from '../create-toolkit.js'
import type { CollectionFlags } from '../load.js'
import { loadAllChosen, noticeUnknownOrigins } from '../load-toolkit.js'
import {
  createOutput,
  type ExitCode,
  type Output,
  terminalLogger,
  untilStopped,
  wholeNumber,
} from '../output.js'
import type { LoadedConfig } from '../settings/settings.js'
import { AGENT_SETTINGS } from '../settings/settings.js'
import { ignoredLinesWarnings, missingValueWarnings, noticeLeftOut } from '../tool-notices.js'

interface McpFlags extends CollectionFlags {
  http?: number
  tools?: ToolSet
  approve?: ApprovalPolicy
  outputSchemas: boolean
}

export function addMcpCommand(program: VoiceCommand): void {
  const { tools, approve } = AGENT_SETTINGS
  program
    .command('mcp')
    .description('offer the tools over MCP: on standard input and output, or over HTTP')
    .argument('[collection]', 'a Postman collection v2.1')
    .option(
      '--http <port>',
      'listen at http://127.0.0.1:PORT/mcp instead of standard input and output',
      wholeNumber('--http', { max: 65_535 }),
    )
    .settings({
      tools: {
        ...tools,
        about: 'which tools a client gets',
        values:
          'all, search (three tools that find, describe and call the others) or auto (all, or search if there are too many)',
      },
      approve,
    })
    .option('--no-output-schemas', 'list tools without the schemas of their answers, which cost tokens')
    .collectionOptions()
    .outputOptions(['text', 'json'], { quiet: ERRORS_ONLY })
    .examples('voice mcp postman.json', 'voice mcp postman.json --http 3001')
    .runs(offer)
}

async function offer(file: string | undefined, flags: McpFlags): Promise<ExitCode> {
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
  const options = await optionsFor(toolkits, { flags, config: loaded[0]!.config, output })
  for (const [index, toolkit] of toolkits.entries()) announce(loaded[index]!.path, { toolkit, output })
  return flags.http === undefined
    ? overStdio(options)
    : overHttp(options, { port: flags.http, flags, output })
}

async function optionsFor(
  toolkits: RESTAPIToolkit[],
  { flags, config, output }: { flags: McpFlags; config: LoadedConfig; output: Output },
): Promise<McpOptions> {
  const { systemClock } = await import('../../ports.js')
  const { defaultReplyLimits } = await import('../../server/defaults.js')
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
function announce(path: string, { toolkit, output }: { toolkit: RESTAPIToolkit; output: Output }): void {
  const { definitions, destinations, missingSettings } = toolkit
  const count = definitions.length
  const targets = destinations.map(({ url }) => url).join(', ')
  output.notice(
    `${count} ${count === 1 ? 'tool' : 'tools'} from ${path}${targets ? `; requests go to ${targets}` : ''}.`,
  )
  noticeLeftOut(toolkit, output)
  for (const { origin, url } of destinations.filter(({ isFallback }) => isFallback))
    output.warn(`${origin} has no value, so requests go to ${url}, without credentials: give --base-url.`)
  for (const { origin } of destinations.filter(({ url }) => findVariables(url).length > 0))
    output.warn(`The address ${origin} has no value, so its calls are refused: give --base-url or --env-var.`)
  for (const warning of missingValueWarnings(missingSettings)) output.warn(warning)
}

async function overStdio(options: McpOptions): Promise<ExitCode> {
  const { serveMcpStdio } = await import('../../server/mcp/mcp-stdio.js')
  const stop = new AbortController()
  void untilStopped().then(() => stop.abort())
  await serveMcpStdio(options, { input: process.stdin, output: process.stdout, signal: stop.signal })
  return 0
}

async function overHttp(
  options: McpOptions,
  { port, flags, output }: { port: number; flags: McpFlags; output: Output },
): Promise<ExitCode> {
  const { startMcpHttp } = await import('../../server/mcp/mcp-http.js')
  const { url, close } = await startMcpHttp(options, { port })
  if (flags.format === 'json') output.printJson({ url })
  else if (!flags.quiet) output.print(`MCP is at ${url}`)
  await untilStopped()
  await close()
  return 0
}
