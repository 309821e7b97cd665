import type { Command } from 'commander'
import { VoiceError } from '../../errors.js'
import { loadDocument } from '../load.js'
import {
  addExamples,
  addOutputOptions,
  createOutput,
  type ExitCode,
  type OutputOptions,
  runs,
} from '../output.js'
import { exists } from '../read.js'
import { writeOutput } from '../write.js'

interface ImportFlags extends OutputOptions {
  output?: string
  force?: boolean
}

/** Declares `voice import`. */
export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description('bring an older collection (v1, v2.0) to format v2.1')
    .argument('<file>', 'the collection, - for standard input')
    .option('-o, --output <file>', 'write it here instead of standard output')
    .option('--force', 'replace a file that is there')
  addOutputOptions(command, ['json'])
  addExamples(command, 'voice import old.json -o postman.json')
  command.action(runs(importFile))
}

async function importFile(file: string, flags: ImportFlags): Promise<ExitCode> {
  if (flags.output !== undefined && !flags.force && (await exists(flags.output))) {
    throw new VoiceError('wrong-usage', `${flags.output} is there already; add --force to replace it.`)
  }
  const document = await loadDocument(file)
  const { upgradeCollection } = await import('../../toolkit/collection/upgrade.js')
  const { document: upgraded, from } = await upgradeCollection(document)
  const output = createOutput(flags)
  if (flags.output === undefined) output.printJson(upgraded)
  else await writeOutput(flags.output, `${JSON.stringify(upgraded, null, 2)}\n`)
  const what =
    from === 'v2.1' ? 'The collection was format v2.1 already' : `Converted from format ${from} to v2.1`
  output.notice(`${what}; check it with: voice validate ${flags.output ?? 'FILE'}`)
  return 0
}
