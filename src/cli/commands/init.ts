import type { VoiceCommand } from '../command.js'
import { createOutput, type ExitCode, type OutputOptions, shellQuoted, shellWord } from '../output.js'

interface InitOptions extends OutputOptions {
  force?: boolean
}

export function addInitCommand(program: VoiceCommand): void {
  program
    .command('init')
    .description('write a starter project: a collection, a server, a web page, a workflow')
    .argument('[dir]', 'the folder of the project', 'my-agent')
    .option('--force', 'overwrite existing files')
    .outputOptions(['text', 'json'])
    .examples('voice init my-agent')
    .runs(init)
}

async function init(folder: string, options: InitOptions): Promise<ExitCode> {
  const { writeStarter } = await import('../init/write-starter.js')
  const out = createOutput(options)
  const { files, packed, version } = await writeStarter(folder, { force: options.force === true })
  if (options.format === 'json') {
    out.printJson({ folder, files })
    return 0
  }
  for (const file of files) out.print(`${out.paint.green('+')} ${file}`)
  if (!packed)
    out.warn(
      `This copy of voice could not be packed; put voice-${version}.tgz into ${folder}/vendor yourself, with \`npm pack\` in a checkout.`,
    )
  const { findFirstQuestion } = await import('../init/write-starter.js')
  const question = await findFirstQuestion()
  const enter = folder === '.' ? [] : [`  cd ${shellWord(folder)}`]
  out.print(
    [
      '',
      'Next:',
      ...enter,
      '  npm install',
      '  npm run mock',
      '  npm start          (in a second terminal)',
      ...(question === undefined ? [] : ['', `Try: npx voice chat --message ${shellQuoted(question)}`]),
    ].join('\n'),
  )
  return 0
}
