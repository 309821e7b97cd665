import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { typescript } from '../src/toolkit/generate/typescript.js'
import { checkTypes } from './support/check-types.js'
import { targetInput } from './support/compiled.js'
import { blocksOf } from './support/documented.js'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** What programs of the reader have that blocks leave out. */
const READER = `
import type { Server } from 'node:http'
import type { RequestHandler } from 'express'
import type { AgentSession as Agent, VoiceApp } from 'voice'
import type makeExpress from 'express'
import type { VoiceClient } from 'voice/client'
declare global {
  const agentSession: Agent
  const client: VoiceClient
  function showProduct(sku: string): Promise<string>
  const app: VoiceApp
  const httpServer: Server
  const express: typeof makeExpress
  const listOrders: RequestHandler
  function findUser(key: string): Promise<{ id: string; apiToken: string; isAdmin: boolean } | undefined>
}
`

/** Packages of an app for phones, as far as its page uses them. */
const PHONE = `
declare module 'react-native-get-random-values'
declare module 'react-native-url-polyfill/auto'
declare module '@livekit/react-native-webrtc' {
  export const RTCPeerConnection: new () => object
  export const mediaDevices: { getUserMedia(constraints: { audio: object }): Promise<object> }
}
declare module 'react-native' {
  export function Button(props: { title: string; onPress: () => void }): null
}
`

it('is code that compiles, in every page', () => {
  const blocks = pages.flatMap((page) =>
    blocksOf(join(root, page))
      .filter(({ language }) => ['ts', 'js', 'tsx'].includes(language))
      .map(({ text, language }, index): [string, string] => [
        `${page.replace('docs/', '')}-${index + 1}.${language.replace('js', 'ts')}`,
        `${text}\nexport {}\n`,
      ]),
  )
  expect(blocks.length).toBeGreaterThan(8)
  const petshop: unknown = JSON.parse(readFileSync(join(root, 'examples/petshop/postman.json'), 'utf8'))
  const files = {
    'petshop.ts': typescript.toFile(targetInput(petshop)),
    'reader.ts': READER,
    'phone.d.ts': PHONE,
    'react-native.d.ts': readFileSync(join(root, 'src/client/react/react-native.d.ts'), 'utf8'),
    ...Object.fromEntries(blocks),
  }
  const lenient = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    jsx: ts.JsxEmit.ReactJSX,
  }
  expect(
    checkTypes(files, { ...lenient, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] }),
  ).toEqual([])
}, 120_000)
