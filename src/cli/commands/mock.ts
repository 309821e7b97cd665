import { startMock } from '../../server/mock/mock-server.js'
import { mockSentence, withValues } from '../create-toolkit.js'
import type { CollectionFlags } from '../load.js'
import { loadAllChosen } from '../load-toolkit.js'
import { createOutput, type ExitCode, terminalLogger, untilStopped } from '../output.js'

interface MockCommandOptions extends CollectionFlags {
  port: number
  host: string
  latency: number
  strict?: boolean
}

export async function mock(file: string | undefined, options: MockCommandOptions): Promise<ExitCode> {
  const loaded = await loadAllChosen(file, options)
  const paths = loaded.map(({ path }) => path).join(', ')
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
