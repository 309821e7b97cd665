import { singleLine } from '../../printable.js'
import type { Variable } from '../../toolkit/model/collection.js'
import type { ReplayedRequest, ReplayOptions } from '../../toolkit/replay.js'
import { hasFailed, replay } from '../../toolkit/replay.js'
import { layersAbove } from '../../toolkit/variable-layers.js'
import { refuseForeignAddresses } from '../create-toolkit.js'
import type { CollectionFlags, Settings } from '../load.js'
import { loadChosen } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output, printRequest, untilInterrupted } from '../output.js'

interface ReplayFlags extends CollectionFlags {
  check?: boolean
  dryRun?: boolean
  folder?: string
  bail?: boolean
  timeout?: number
  workingDir?: string
}

export async function replayCollection(file: string | undefined, flags: ReplayFlags): Promise<ExitCode> {
  const output = createOutput(flags)
  const { collection, settings } = await loadChosen(file, flags, {
    environmentUrl: false,
    configuredUrl: false,
  })
  if (!flags.dryRun) refuseForeignAddresses(collection, settings)
  noticeSwitchedOff(settings.environment, output)
  const started = Date.now()
  const done: ReplayedRequest[] = []
  const isStopped = await untilInterrupted(async (signal) => {
    for await (const replayed of replay(collection, { ...optionsOf(flags, settings), signal })) {
      done.push(replayed)
      for (const notice of replayed.notices) output.notice(singleLine(`${replayed.name}: ${notice}`))
      if (flags.format !== 'json') show(replayed, { output, isDryRun: flags.dryRun === true })
    }
    return signal.aborted
  })
  const failed = done.filter(hasFailed)
  const sent = done.filter(({ status }) => status !== null).length
  const summary = { requests: done.length, sent, failed: failed.length, ms: Date.now() - started }
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
  }
}

/**
 * Prints which variables are used although they are switched off in the environment. newman, the command line runner of
 * Postman, uses such variables too, but Postman's app does not.
 */
function noticeSwitchedOff(environment: Variable[], output: Output): void {
  const names = environment.filter(({ off, disabled }) => off && !disabled).map(({ key }) => key)
  if (names.length > 0)
    output.notice(`Switched off in the environment, used all the same as newman does: ${names.join(', ')}.`)
}

function show(replayed: ReplayedRequest, { output, isDryRun }: { output: Output; isDryRun: boolean }): void {
  const { paint } = output
  const { method, url, status, ms, error, differences = [], request } = replayed
  if (isDryRun && request) {
    printRequest(request, output)
    output.print('')
    return
  }
  const mark = error || differences.length > 0 ? paint.red('✗') : paint.green('✓')
  const outcome = `${method} ${url} ${status ?? ''} ${error ? '' : `${ms} ms`}`
  output.print(`${mark} ${singleLine(outcome)}`.trimEnd())
  if (error) output.print(`  ${singleLine(error)}`)
  for (const difference of differences) output.print(`  ${singleLine(difference)}`)
}

function listing({ request, notices, ...replayed }: ReplayedRequest, { dryRun }: ReplayFlags) {
  return {
    ...replayed,
    notices: notices.length > 0 ? notices : undefined,
    request: dryRun ? request : undefined,
  }
}

function sentence(
  summary: { requests: number; sent: number; failed: number; ms: number },
  { dryRun }: ReplayFlags,
): string {
  const { requests, sent, failed, ms } = summary
  if (dryRun) return `${requests} request${requests === 1 ? '' : 's'}, nothing sent.`
  return `${sent} of ${requests} requests answered${failed > 0 ? `, ${failed} failed` : ''}, ${ms} ms.`
}
