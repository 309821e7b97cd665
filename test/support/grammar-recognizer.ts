import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program that reads a WAV file and prints its transcript, limited to a grammar. */
export function grammarRecognizer(place: string, { name, rule }: { name: string; rule: string }): string {
  const grammar = join(place, `${name}.gram`)
  const program = join(place, `${name}.sh`)
  writeFileSync(grammar, `#JSGF V1.0;\ngrammar ${name};\npublic <all> = ${rule};\n`)
  writeFileSync(
    program,
    `#!/bin/sh\nexec pocketsphinx_continuous -infile "$1" -jsgf "${grammar}" -logfn /dev/null\n`,
    { mode: 0o755 },
  )
  return program
}
