import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runHere } from '../support/in-process.js'

// A folder given as documentation has more than documentation, and a configuration may name more than collections.

vi.setConfig({ testTimeout: 60_000 })

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'voice-documents-'))
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true, force: true })
})

const PEM =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIBcanary1x\nMIIBcanary2x\n-----END RSA PRIVATE KEY-----\n'

function write(name: string, text: string): string {
  mkdirSync(dirname(name), { recursive: true })
  writeFileSync(name, text)
  return name
}

describe('documents for a model', () => {
  const secretFiles: [name: string, text: string][] = [
    ['id_rsa', PEM],
    ['id_ed25519', PEM],
    ['server.key', PEM],
    ['certs/client.pem', PEM],
    ['prod.env', 'SHOP=canary'],
    ['prod.env.local', 'SHOP=canary'],
    ['.env', 'SHOP=canary'],
    ['.npmrc', '//registry/:_auth=canary'],
    ['credentials', 'aws_secret_access_key = canary'],
    ['client_secret_12.apps.json', '{"web":{"pin":"canary"}}'],
    ['prod.tfvars', 'db = "canary"'],
    ['kubeconfig', 'user: canary'],
  ]

  it.each(secretFiles)(
    'do not have the file %s of a folder, of a glob, or by its name',
    async (name, text) => {
      write('mixed/api.md', 'GET /pets lists pets.')
      const path = write(join('mixed', name), text)
      for (const docs of [['mixed'], ['mixed/**'], ['mixed/api.md', path]]) {
        const { code, stdout, stderr } = await runHere('prompt', '--docs', ...docs)
        expect(code).toBe(0)
        expect(stdout).toContain('GET /pets lists pets.')
        expect(stdout).not.toContain('canary')
        if (!name.startsWith('.'))
          expect(stderr).toContain(`Left out, because files of this name have secrets`)
      }
      const alone = await runHere('prompt', '--docs', path)
      expect(alone.code).toBe(2)
      expect(alone.stderr).toContain(`${path}; name documentation, a specification or code.`)
    },
  )

  it.each<[kind: string, name: string, text: string]>([
    ['prose', 'a.md', 'curl -H "Authorization: Bearer x9k2w8qcanary"'],
    ['prose with a private key', 'b.md', `The key is:\n\n${PEM}`],
    ['JSON with a private key', 'c.json', JSON.stringify({ private_key: PEM })],
    ['YAML', 'd.yaml', 'password: canary9x8'],
    ['an address', 'e.txt', 'postgres://shop:canary@db/shop'],
    ['code', 'f.ts', 'const apiKey = "canary9x8k2"'],
    ['properties', 'g.properties', 'spring.datasource.password=canary9x8'],
    ['TOML', 'h.toml', 'token = "canary9x8"'],
    ['a specification', 'i.json', '{"openapi":"3.0.0","paths":{},"x":{"api_key":"canary9x8"}}'],
  ])('have no credential of %s', async (_, name, text) => {
    const path = write(join('plain', name), text)
    const { stdout, stderr } = await runHere('prompt', '--docs', path)
    expect(stdout).not.toContain('canary')
    expect(stderr).toContain(`Credentials in ${path} are masked`)
  })

  it('may have a name with a word for secrets if they describe an API', async () => {
    const path = write('api/credentials.yaml', 'paths: { /credentials: { get: {} } }')
    const { stdout } = await runHere('prompt', '--docs', path)
    expect(stdout).toContain('/credentials: { get: {} }')
  })
})

describe('a glob over a whole disk', () => {
  it.each(['/**/*.none', '../../**/*.none'])(
    'of the configuration ends with a sentence: %s',
    async (file) => {
      write('voice.config.json', JSON.stringify({ collections: [{ file }] }))
      const { stderr } = await runHere('validate')
      expect(stderr).toContain(
        `${file} looks into more than 10,000 folders; name the folder that has the files, such as apis/*.json.`,
      )
    },
  )
})

it('YAML of millions of signs is refused in a sentence', async () => {
  const path = write('many.yaml', `openapi: ${'"'.repeat(5_000_000)}`)
  const { code, stderr } = await runHere('import', path)
  expect(code).toBe(1)
  expect(stderr).toContain('it has more than 2000000 words and signs, too many for YAML; give it as JSON')
})
