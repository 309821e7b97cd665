import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBinding, installCommand } from '../../../../src/server/providers/local/load-binding.js'
import {
  installedLanguageModels,
  isLocalName,
  openModelFile,
} from '../../../../src/server/providers/local/model-file.js'
import { resolveLanguageModel } from '../../../../src/server/providers/registry.js'
import { tinyGguf } from './tiny-gguf.js'

function folderOfModels(): string {
  const directory = mkdtempSync(join(tmpdir(), 'voice-models-'))
  writeFileSync(join(directory, 'plain.gguf'), tinyGguf())
  mkdirSync(join(directory, 'pulled'))
  writeFileSync(join(directory, 'pulled', 'pulled.gguf'), tinyGguf())
  mkdirSync(join(directory, 'half.part'))
  writeFileSync(join(directory, 'half.part', 'half.gguf'), 'half')
  mkdirSync(join(directory, 'whisper-tiny.en'))
  writeFileSync(join(directory, 'broken.gguf'), '<html>')
  return directory
}

describe('the files of local models', () => {
  const directory = folderOfModels()

  it.each([
    ['local/qwen2.5-1.5b', true],
    ['local:/models/a.gguf', true],
    ['local:a.gguf', true],
    ['local/', false],
    ['local:', false],
    ['local/../secret', false],
    ['openai/gpt', false],
  ])('%s is one: %s', (name, is) => expect(isLocalName(name)).toBe(is))

  it('finds them as files and in folders, and none that is half there', () => {
    expect(installedLanguageModels(directory)).toEqual(['local/broken', 'local/plain', 'local/pulled'])
    expect(installedLanguageModels(join(directory, 'nowhere'))).toEqual([])
  })

  it('finds none in a folder that cannot be read', () => {
    expect(installedLanguageModels(join(directory, 'broken.gguf', 'models'))).toEqual([])
  })

  it.each(['plain', 'pulled'])('opens %s', (name) => {
    expect(openModelFile(`local/${name}`, directory).file.architecture).toBe('qwen2')
  })

  it('opens one by its path', () => {
    const path = join(directory, 'plain.gguf')
    expect(openModelFile(`local:${path}`, '/nowhere').path).toBe(path)
  })

  it.each([
    ['local/none', /needs the model file .*none\.gguf, and there is none; .*voice models pull local\/none/],
    ['local:/nowhere/a.gguf', /needs the model file \/nowhere\/a\.gguf, and there is none\.$/],
    ['local/broken', /broken\.gguf is no GGUF file: it is a web page, not a model\.$/],
  ])('says what is wrong with %s', (name, message) => {
    expect(() => openModelFile(name, directory)).toThrow(message)
  })

  it('is reached by its name in a provider string', () => {
    expect(() => resolveLanguageModel('local/none', { modelsDirectory: directory })).toThrow(/models pull/)
    expect(() => resolveLanguageModel('nobody/x', {})).toThrow(/local\/NAME, local:PATH/)
  })
})

describe('the engine of local models', () => {
  it.each<[NodeJS.Platform, string, string]>([
    ['linux', 'x64', '@node-llama-cpp/linux-x64'],
    ['darwin', 'arm64', '@node-llama-cpp/mac-arm64-metal'],
    ['darwin', 'x64', '@node-llama-cpp/mac-x64'],
    ['win32', 'x64', '@node-llama-cpp/win-x64'],
  ])('is installed on %s %s by %s', (platform, arch, binary) => {
    expect(installCommand(platform, arch as NodeJS.Architecture)).toBe(
      `npm install --omit=optional --ignore-scripts node-llama-cpp ${binary}`,
    )
  })

  it('is found in the project that voice runs in', () => {
    const project = mkdtempSync(join(tmpdir(), 'voice-project-'))
    const place = join(project, 'node_modules', 'node-llama-cpp')
    mkdirSync(place, { recursive: true })
    writeFileSync(
      join(place, 'package.json'),
      '{"name":"node-llama-cpp","type":"module","exports":"./index.js"}',
    )
    writeFileSync(join(place, 'index.js'), 'export const here = true')
    expect(findBinding('local/x', project)).toContain('/node-llama-cpp/index.js')
  })

  it('is asked for with the command that installs it', () => {
    const empty = mkdtempSync(join(tmpdir(), 'voice-project-'))
    expect(() => findBinding('local/x', empty)).toThrow(
      /^local\/x needs the package node-llama-cpp: npm install/,
    )
  })
})
