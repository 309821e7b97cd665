import { mkdtempSync, writeFileSync, readFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, beforeEach, vi } from 'vitest'
import { parseEnv } from '../src/environment.js'
import { runHere } from './support/in-process.js'

const home = process.cwd()
const SHOP = readFileSync('examples/petshop/postman.json', 'utf8')
const dir = mkdtempSync(join(tmpdir(), 'probe-'))
process.chdir(dir)
const coll = (items: object[], variable: object[] = []) => JSON.stringify({ info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, variable, item: items })

it('env', () => { console.log(parseEnv('A="C:\\\\new"\nB="x\nC=d"y')) })
it('secret', async () => {
  writeFileSync('s.json', coll([{ name: 'Get a', request: { method: 'GET', header: [{ key: 'X-Conf', value: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' }], url: 'https://a.test/{{conf}}/a' } }], [{ key: 'conf', value: 'sk_live_51HabcdefGHIJKLmnopQRST1234' }]))
  const r = await runHere('compile', 's.json', '--target', 'json')
  console.log(r.stdout.match(/.{0,60}(ghp_|sk_live).{0,60}/g), r.stderr)
  const r2 = await runHere('compile', 's.json')
  console.log(r2.stdout.match(/.{0,60}(ghp_|sk_live).{0,60}/g), r2.stderr)
})
it('baseline', async () => {
  writeFileSync('b.json', coll([{ name: 'Get a', request: { method: 'BAD METHOD', url: '' } }, {name: 'x'}]))
  const r = await runHere('validate', 'b.json', '--format', 'json')
  writeFileSync('base.json', r.stdout)
  console.log(r.code, (await runHere('validate', 'b.json', '--baseline', 'base.json')).code, (await runHere('validate', './b.json', '--baseline', 'base.json')).code, (await runHere('validate', join(dir, 'b.json'), '--baseline', 'base.json')).code)
})
it('diff', async () => {
  writeFileSync('postman.json', SHOP); writeFileSync('old.json', SHOP)
  writeFileSync('voice.config.json', JSON.stringify({ collections: [{ file: 'postman.json', deny: ['DELETE'] }] }))
  const r = await runHere('tools', '--diff', 'old.json'); console.log(r)
  const e = await runHere('validate', '--format', 'sarif'); console.log(e.stdout.slice(0, 400))
})
it('replay timeout', async () => {
  const { createServer } = await import('node:http')
  const s = createServer((_, res) => { setTimeout(() => res.end('{}'), 300) }).listen(0)
  const port = (s.address() as any).port
  writeFileSync('r.json', coll([{ name: 'Get a', request: { method: 'GET', url: `http://127.0.0.1:${port}/a` } }]))
  console.log(await runHere('replay', 'r.json', '--timeout', '3000000000', '--config', 'voice.config.json'))
  console.log(await runHere('replay', 'r.json', '--timeout', '5000000000', '--config', 'voice.config.json'))
  s.close()
})
