import { createInterface } from 'node:readline/promises'
import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { isLoopbackHost } from '../../server/http/client-address.js'
import { counted } from '../../text/counted.js'
import type { Collection, Variable } from '../../toolkit/model/collection.js'
import type { ReplayedRequest, ReplayOptions } from '../../toolkit/replay.js'
import { hasFailed, replay } from '../../toolkit/replay.js'
import { layersAbove } from '../../toolkit/variable-layers.js'
import { refuseForeignAddresses } from '../create-toolkit.js'
import type { CollectionFlags, Settings } from '../load.js'
import { loadChosen } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output, printRequest, untilInterrupted } from '../output.js'

interface ReplayFlags extends CollectionFlags {
  check?: boolean
  readsOnly?: boolean
  yes?: boolean
  dryRun?: boolean
  folder?: string
  bail?: boolean
  timeout?: number
  workingDir?: string
}

/** `voice replay`: sends all requests as written, in order. Writes to another machine need a yes, or `--yes`. */
export async function replayCollection(file: string | undefined, flags: ReplayFlags): Promise<ExitCode> {
  const output = createOutput(flags)
  const { collection, settings } = await loadChosen(file, flags, {
    environmentUrl: false,
    configuredUrl: false,
  })
  const options = optionsOf(flags, settings)
  if (!flags.dryRun) {
    refuseForeignAddresses(collection, settings)
    if (!flags.readsOnly && !flags.yes) {
      const far = await farWrites(collection, options)
      if (!(await mayWriteTo(far, output))) return 1
      if (far.length === 0) options.mayWrite = isNear
    }
  }
  noticeSwitchedOff(settings.environment, output)
  const started = Date.now()
  const done: ReplayedRequest[] = []
  const isStopped = await untilInterrupted(async (signal) => {
    for await (const replayed of replay(collection, { ...options, signal })) {
      done.push(replayed)
      for (const notice of replayed.notices) output.notice(singleLine(`${replayed.name}: ${notice}`))
      if (flags.format !== 'json') show(replayed, { output, flags })
    }
    return signal.aborted
  })
  const failed = done.filter(hasFailed)
  const sent = done.filter(({ status }) => status !== null).length
  const notCompared = flags.check ? done.filter(isNotCompared).length : 0
  const summary = {
    requests: done.length,
    sent,
    failed: failed.length,
    notCompared,
    ms: Date.now() - started,
  }
  if (flags.format === 'json') output.printJson({ requests: done.map((one) => listing(one, flags)), summary })
  else output.notice(sentence(summary, flags))
  return failed.length > 0 || isStopped ? 1 : 0
}

function optionsOf(flags: ReplayFlags, settings: Settings): ReplayOptions {
  return {
    layers: layersAbove(settings),
    globals: settings.globals,
    baseUrls: settings.namedBaseUrls,
    baseUrl: settings.baseUrl,
    folder: flags.folder,
    timeoutMs: flags.timeout,
    directory: flags.workingDir,
    check: flags.check === true,
    dryRun: flags.dryRun === true,
    bail: flags.bail === true,
    ...(flags.readsOnly && { mayWrite: () => false }),
  }
}

/** Says which switched-off variables are used, as newman does and Postman's app does not. */
function noticeSwitchedOff(environment: Variable[], output: Output): void {
  const names = environment.filter(({ off, disabled }) => off && !disabled).map(({ key }) => key)
  if (names.length > 0)
    output.notice(`Switched off in the environment, used all the same as newman does: ${names.join(', ')}.`)
}

/** Whether a request to `url` stays on this machine. A host without a value goes nowhere. */
const isNear = (url: string): boolean =>
  /^\w+:\/\/[^/]*\{\{/.test(url) || (URL.canParse(url) && isLoopbackHost(new URL(url).host))

/** The requests that write and would go to another machine, as `METHOD URL`. */
async function farWrites(collection: Collection, options: ReplayOptions): Promise<string[]> {
  const far: string[] = []
  for await (const { writes, error, method, url } of replay(collection, { ...options, dryRun: true }))
    if (writes && !error && !isNear(url)) far.push(`${method} ${url}`)
  return far
}

/** Whether requests that write may go to another machine. Throws `wrong-usage` without a terminal. */
async function mayWriteTo(far: string[], output: Output): Promise<boolean> {
  if (far.length === 0) return true
  const count = far.length === 1 ? '1 request that writes goes' : `${far.length} requests that write go`
  const sentence = `${count} to another machine: ${singleLine(far.slice(0, 3).join(', '))}${far.length > 3 ? ', ...' : ''}.`
  if (!output.interactive)
    throw new VoiceError('wrong-usage', `${sentence} --yes sends them, --reads-only leaves them out.`)
  output.warn(sentence)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Send them? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

const isNotCompared = ({ status, differences }: ReplayedRequest) =>
  status !== null && differences === undefined

function show(replayed: ReplayedRequest, { output, flags }: { output: Output; flags: ReplayFlags }): void {
  const { paint } = output
  const { method, url, status, ms, error, differences = [], request } = replayed
  if (flags.dryRun && request) {
    printRequest(request, output)
    output.print('')
    return
  }
  const hasPassed = !error && differences.length === 0
  const good = flags.check && isNotCompared(replayed) ? paint.dim('–') : paint.green('✓')
  const mark = hasPassed ? good : paint.red('✗')
  const outcome = `${method} ${url} ${status ?? ''} ${error ? '' : `${ms} ms`}`
  output.print(`${mark} ${singleLine(outcome)}`.trimEnd())
  if (error) output.print(`  ${singleLine(error)}`)
  for (const difference of differences) output.print(`  ${singleLine(difference)}`)
}

function listing({ request, notices, writes: _, ...replayed }: ReplayedRequest, { dryRun }: ReplayFlags) {
  return {
    ...replayed,
    notices: notices.length > 0 ? notices : undefined,
    request: dryRun ? request : undefined,
  }
}

function sentence(
  summary: { requests: number; sent: number; failed: number; notCompared: number; ms: number },
  { dryRun }: ReplayFlags,
): string {
  const { requests, sent, failed, notCompared, ms } = summary
  if (dryRun) return `${counted(requests, 'request')}, nothing sent.`
  const facts = [
    failed > 0 && `${failed} failed`,
    notCompared > 0 && `${notCompared} not compared (–: no saved example)`,
    `${ms} ms`,
  ]
  return `${[`${sent} of ${requests} requests answered`, ...facts].filter(Boolean).join(', ')}.`
}
