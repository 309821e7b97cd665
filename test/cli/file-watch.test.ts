import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { FileWatch } from '../../src/cli/file-watch.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-watch-'))
const at = (name: string) => join(folder, name)
let watching: FileWatch | undefined
afterEach(() => watching?.close())
afterAll(() => rmSync(folder, { recursive: true }))

/** Watches `a.json` and resolves with the next change that it is told of. */
function watchA() {
  writeFileSync(at('a.json'), '1')
  const changed = vi.fn(async () => {})
  watching = new FileWatch([at('a.json'), at('absent/b.json')], changed)
  return { changed, once: () => vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5_000 }) }
}

describe('a watched file', () => {
  it.each<[title: string, change: () => void]>([
    ['is written', () => writeFileSync(at('a.json'), '22')],
    [
      'is replaced, as many editors do',
      () => {
        writeFileSync(at('a.tmp'), '2')
        renameSync(at('a.tmp'), at('a.json'))
      },
    ],
    ['goes', () => rmSync(at('a.json'))],
  ])('%s', async (_, change) => {
    const { once } = watchA()
    change()
    await once()
  })

  it('appears in a folder that did not exist, and in one that was removed', async () => {
    const file = at('later/deep/b.json')
    const told = vi.fn(async () => {})
    watching = new FileWatch([file], told)
    const times = (count: number) =>
      vi.waitFor(() => expect(told).toHaveBeenCalledTimes(count), { timeout: 5_000 })
    mkdirSync(at('later/deep'), { recursive: true })
    writeFileSync(file, '1')
    await times(1)
    rmSync(at('later'), { recursive: true })
    await times(2)
    mkdirSync(at('later/deep'), { recursive: true })
    writeFileSync(file, '2')
    await times(3)
  })

  it('is told once for a burst of writes', async () => {
    const { changed, once } = watchA()
    for (let time = 0; time < 20; time += 1) writeFileSync(at('a.json'), 'x'.repeat(time + 2))
    await once()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('says nothing of other files, and of files that are watched no longer', async () => {
    const { changed } = watchA()
    writeFileSync(at('other.json'), '1')
    writeFileSync(at('c.json'), '1')
    watching!.watch([at('c.json')])
    writeFileSync(at('a.json'), 'other')
    const seen = new Promise<void>((resolve) => changed.mockImplementation(async () => resolve()))
    writeFileSync(at('c.json'), '22')
    await seen
    expect(changed).toHaveBeenCalledTimes(1)
  })
})
