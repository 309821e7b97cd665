import petshop from '../../../examples/petshop/postman.json'
import env from '../../../templates/init/env.txt'
import gitignore from '../../../templates/init/gitignore.txt'
import page from '../../../templates/init/page.txt'
import readme from '../../../templates/init/readme.md'
import server from '../../../templates/init/server.txt'
import workflow from '../../../templates/init/workflow.txt'

/** A file of a starter project, with its path inside. */
export interface StarterFile {
  path: string
  text: string
}

/** The path of the packed `voice` in a starter project, which therefore does not need the public registry for it. */
export function tarballOf(version: string): string {
  return `vendor/voice-${version}.tgz`
}

/** The files of a starter project that uses this version of the package. */
export function starterFiles({ name, version }: { name: string; version: string }): StarterFile[] {
  return [
    { path: 'package.json', text: json(manifest(name, version)) },
    { path: 'postman.json', text: json(petshop) },
    { path: 'server.mjs', text: server },
    { path: 'index.html', text: page },
    { path: '.env.example', text: env },
    { path: '.gitignore', text: gitignore },
    { path: '.github/workflows/voice.yml', text: workflow },
    { path: 'README.md', text: readme },
  ]
}

function manifest(name: string, version: string): object {
  return {
    name,
    private: true,
    type: 'module',
    scripts: {
      start: 'node server.mjs',
      mock: 'voice mock postman.json',
      test: 'voice validate postman.json',
    },
    dependencies: { voice: `file:${tarballOf(version)}` },
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
