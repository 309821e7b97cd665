import { programOf } from '../command.js'
import { runValidate } from './run.js'

const validate = programOf({ validate: runValidate })

/** Runs `voice validate` alone. Then ends the process at once, because Node takes long to release a large document. */
export async function run(argv: string[], version: string): Promise<void> {
  await validate(argv, version)
  // If a write fails, this `await` never ends. The handler for errors of stdout ends the process instead.
  await Promise.all([process.stdout, process.stderr].map(written))
  process.exit()
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', (error) => {
      if (!error) resolve()
    })
  })
}
