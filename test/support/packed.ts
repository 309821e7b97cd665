import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './cli.js'

/** An empty project with the packed package installed, as a user has it. */
export interface Project {
  folder: string
  remove(): void
}

/** Packs the package and installs it, beside others, into a new project that has the pet shop as its postman.json. */
export async function installPacked(others: readonly string[] = []): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'voice-project-'))
  await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], process.cwd())
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n')
  await npm(
    ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`, ...others],
    folder,
  )
  copyFileSync('examples/petshop/postman.json', join(folder, 'postman.json'))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

async function npm(args: string[], cwd: string): Promise<void> {
  const { code, stderr } = await runProgram('npm', args, { cwd })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`)
}
