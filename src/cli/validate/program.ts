import { programOf } from '../command-line.js'
import { addValidateCommand } from '../commands/validate.js'

const validate = programOf(addValidateCommand)

/** Runs `voice validate` alone. Then ends the process at once, because Node takes long to release a large document. */
export async function run(argv: string[], version: string): Promise<void> {
  await validate(argv, version)
  // If writing fails, this waits forever, but the error of the stream ends the process.
  await Promise.all([process.stdout, process.stderr].map(written))
  process.exit()
}

/** Waits until everything is written. Never resolves if that fails. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', (error) => {
      if (!error) resolve()
    })
  })
}
