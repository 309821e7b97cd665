import { version } from '../../../package.json'
import { loadEnv } from '../../environment.js'
import type { Paint } from '../colour.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'
import type { CheckResult } from './check.js'
import { checkCollection } from './collection.js'
import { checkFullTurn } from './full-turn.js'
import { checkNode, checkPorts, microphoneHint } from './machine.js'
import { checkKeys, checkModel } from './providers.js'

/** Runs every check and prints a line for each. Exit 1 when one failed. */
export async function runDoctor(options: OutputOptions): Promise<ExitCode> {
  const out = createOutput(options)
  loadEnv()
  const checks = [
    checkNode(),
    ...(await checkPorts()),
    ...checkKeys(process.env),
    await checkModel(process.env),
    ...(await checkCollection()),
    microphoneHint(),
    await checkFullTurn(),
  ]
  const failures = checks.filter(({ status }) => status === 'failed').length
  if (options.format === 'json') out.printJson({ version, checks })
  else {
    out.print(out.paint.bold(`voice ${version}`))
    for (const check of checks) out.print(line(check, out.paint))
    out.print(
      failures === 0
        ? '\nEverything that is needed works.'
        : `\n${failures} of ${checks.length} checks failed.`,
    )
  }
  return failures === 0 ? 0 : 1
}

function line({ name, status, message, advice }: CheckResult, paint: Paint): string {
  const mark = { ok: paint.green('✔'), note: paint.yellow('–'), failed: paint.red('✖') }[status]
  const rest = advice === undefined ? '' : `\n${' '.repeat(20)}${paint.dim(advice)}`
  return `${mark} ${name.padEnd(17)} ${message}${rest}`
}
