import { ERRORS_ONLY, type VoiceCommand } from '../command.js'
import { MOCK_PORT, mockSentence, withValues } from '../create-toolkit.js'
import type { CollectionFlags } from '../load.js'
import { loadAllChosen } from '../load-toolkit.js'
import { createOutput, type ExitCode, terminalLogger, untilStopped, wholeNumber } from '../output.js'

interface MockCommandOptions extends CollectionFlags {
  port: number
  host: string
  latency: number
  strict?: boolean
}

export function addMockCommand(program: VoiceCommand): void {
  program
    .command('mock')
    .description(
      'serve a collection as an API: answer from saved examples, or with generated data if there are none',
    )
    .argument('[collection]', 'a Postman collection')
    .option('--port <port>', 'the port to listen on', wholeNumber('--port', { max: 65_535 }), MOCK_PORT)
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--latency <ms>', 'delay of every answer', wholeNumber('--latency', { max: 600_000 }), 0)
    .option('--strict', 'if a request has no saved example, answer 404 instead of generated data')
    .collectionOptions({ baseUrl: false, filters: false })
    .outputOptions(['text', 'json'], { quiet: ERRORS_ONLY })
    .examples(
      'voice mock postman.json',
      'curl http://127.0.0.1:35814/users/99 -H "x-mock-response-code: 404"',
    )
    .runs(mock)
}

async function mock(file: string | undefined, options: MockCommandOptions): Promise<ExitCode> {
  const loaded = await loadAllChosen(file, options)
  const paths = loaded.map(({ path }) => path).join(', ')
  const { startMock } = await import('../../server/mock/mock-server.js')
  const out = createOutput(options)
  const server = await startMock({
    collections: loaded.map(({ collection, settings }) => withValues(collection, settings)),
    host: options.host,
    port: options.port,
    latencyMs: options.latency,
    strict: options.strict === true,
    logger: terminalLogger(out),
  })
  const stopped = untilStopped()
  const { url, counts } = server
  if (options.format === 'json') out.printJson({ url, ...counts })
  else if (!options.quiet) {
    out.print(`${paths} at ${out.paint.cyan(url)}`)
    out.print(mockSentence(counts, { strict: options.strict === true }))
  }
  out.notice('Ctrl-C stops it.')
  await stopped
  await server.close()
  return 0
}
