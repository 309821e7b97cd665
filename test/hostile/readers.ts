import type { IncomingMessage } from 'node:http'
import { prettyJson } from '../../src/cli/chat/ask.js'
import { terminalText, wrapped } from '../../src/cli/output.js'
import { durationMs } from '../../src/cli/settings/kinds.js'
import { parseEnv } from '../../src/environment.js'
import { printableJson, showControls, singleLine } from '../../src/printable.js'
import { readAnswer as readModelAnswer } from '../../src/prompt/generate-collection.js'
import { parseJson, parseShallow } from '../../src/protocol/parse-json.js'
import { readSubprotocols } from '../../src/protocol/subprotocols.js'
import { readApprovalAnswers } from '../../src/server/agent/approval-answer.js'
import { recordName } from '../../src/server/agent/record-name.js'
import { saidButNotSent } from '../../src/server/agent/said-codes.js'
import { parseArguments } from '../../src/server/agent/tool-calls.js'
import { clientNetwork } from '../../src/server/http/client-address.js'
import { addressOf, headerKey } from '../../src/server/http/upgrade-request.js'
import { readDeepgramMessage } from '../../src/server/providers/speech/deepgram.js'
import { readableWords } from '../../src/server/providers/speech/sherpa/sherpa-engines.js'
import { decodeMessage } from '../../src/server/realtime/client-events.js'
import { parseRecording } from '../../src/server/recording/recording-lines.js'
import { isBackchannel } from '../../src/server/speech/input/backchannel.js'
import { SentenceSplitter } from '../../src/server/speech/output/sentences.js'
import { toSpokenText, withoutMarkup } from '../../src/server/speech/output/spoken-text.js'
import { endOfWords } from '../../src/server/speech/turns/end-of-words.js'
import { cutAtWord, firstSentence } from '../../src/text/cut.js'
import { fillText } from '../../src/text/fill-text.js'
import { matchesGlob } from '../../src/text/glob.js'
import { graphemesOf } from '../../src/text/graphemes.js'
import { withoutLinks, withoutPictures } from '../../src/text/links.js'
import { multipartFields } from '../../src/text/multipart.js'
import { normalizeText } from '../../src/text/normalize.js'
import { isMadeOfParts } from '../../src/text/parts.js'
import { replaceSections } from '../../src/text/sections.js'
import { shownInput } from '../../src/text/shown-input.js'
import { trimOf } from '../../src/text/trim.js'
import { showHidden, shownText } from '../../src/text/visible.js'
import { identifyText } from '../../src/toolkit/collection/foreign-text.js'
import { locate } from '../../src/toolkit/collection/locate.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { parseYaml } from '../../src/toolkit/collection/parse-yaml.js'
import { parseDocument } from '../../src/toolkit/collection/read-document.js'
import { explainSyntax } from '../../src/toolkit/collection/syntax-fault.js'
import { cutAtSentence, plainText } from '../../src/toolkit/compile/describe.js'
import { readDocumented } from '../../src/toolkit/compile/documented.js'
import { parseDocumentedFacts } from '../../src/toolkit/compile/documented-facts.js'
import { graphqlVariables } from '../../src/toolkit/compile/graphql-body.js'
import { inferText } from '../../src/toolkit/compile/infer-text.js'
import { listedValues } from '../../src/toolkit/compile/value-list.js'
import { comment } from '../../src/toolkit/generate/write-type.js'
import { shellCommands } from '../../src/toolkit/import/curl.js'
import { importText } from '../../src/toolkit/import/import-text.js'
import { textWithVariables } from '../../src/toolkit/import/request-item.js'
import { stepsOf } from '../../src/toolkit/model/json-pointer.js'
import { decodeText, parseMediaType } from '../../src/toolkit/run/shape/decode-text.js'
import { htmlToText } from '../../src/toolkit/run/shape/html-text.js'
import { basicPair, splitScheme } from '../../src/toolkit/secrets/auth-scheme.js'
import { isCredentialLike } from '../../src/toolkit/secrets/credential-name.js'
import { maskInPlace } from '../../src/toolkit/secrets/credential-spans.js'
import {
  isLiteralPassword,
  knownCredential,
  looksLikeCredential,
} from '../../src/toolkit/secrets/credential-value.js'
import { decodeEscapes, joinLines } from '../../src/toolkit/secrets/decoded-text.js'
import { liftSecrets } from '../../src/toolkit/secrets/lift-secrets.js'
import { createMasker, maskLookalikes, maskNamed } from '../../src/toolkit/secrets/mask.js'
import { withStandIns } from '../../src/toolkit/secrets/stand-ins.js'
import { readGraphql } from '../../src/toolkit/semantics/effect/graphql-document.js'
import { readSql } from '../../src/toolkit/semantics/effect/sql-text.js'
import { annotationsOf } from '../../src/toolkit/semantics/effect.js'
import { parseLooseJson, stripJsonComments } from '../../src/toolkit/semantics/loose-json.js'
import { inMarkup } from '../../src/toolkit/semantics/named-in-markup.js'
import { namedValues } from '../../src/toolkit/semantics/named-values.js'
import { parseAddress, parseQueryText } from '../../src/toolkit/semantics/parse-address.js'
import { isPlaceholderText, placeholderName } from '../../src/toolkit/semantics/placeholder-text.js'
import { variablesSetIn, withoutComments } from '../../src/toolkit/semantics/script-text.js'
import { ScriptTree } from '../../src/toolkit/semantics/script-tree.js'
import { estimateTokens } from '../../src/toolkit/semantics/tokens.js'
import { wordsOf } from '../../src/toolkit/semantics/words.js'
import { fill } from '../../src/toolkit/template/fill.js'
import { createScope } from '../../src/toolkit/template/scope.js'
import { findVariables } from '../../src/toolkit/template/variables.js'
import { findRepeats } from '../../src/toolkit/validate/repeats.js'
import { validateText } from '../../src/toolkit/validate/validate.js'

/** Reads a text of any kind. What it returns or throws does not matter, only how long that takes. */
export type Reader = (text: string) => unknown

const scope = createScope([
  [
    { key: 'a', value: '{{b}}' },
    { key: 'b', value: 'x' },
  ],
])
const masker = createMasker(['s3cr3t-value', 'Pa55w0rd!'])
const asHeader = (text: string) => ({ headers: { authorization: text } }) as IncomingMessage
const style = { maxChars: 120, maxRows: 20 }

function sentences(text: string): void {
  const splitter = new SentenceSplitter()
  for (let at = 0; at < text.length; at += 7) splitter.push(text.slice(at, at + 7))
  splitter.flush()
}

/** Every reader of text that comes from a client, a model, an API, a collection or an imported file. */
export const READERS: Record<string, Reader> = {
  annotationsOf: (text) => annotationsOf(text, requestOf(text)),
  basicPair,
  headerKey: (text) => headerKey(asHeader(`Bearer ${text}`)),
  addressOf: (text) => addressOf({ url: `/${text}`, headers: {} } as IncomingMessage),
  clientNetwork,
  comment,
  cutAtSentence: (text) => cutAtSentence(text, 300),
  cutAtWord: (text) => cutAtWord(text, 300),
  decodeEscapes,
  decodeMessage,
  decodeText: (text) => decodeText(Buffer.from(text), { type: 'text/html' }),
  durationMs,
  endOfWords,
  estimateTokens,
  explainSyntax,
  fill: (text) => fill(text, scope),
  fillText: (text) => fillText(text, { a: 1 }),
  findRepeats: (text) => 'value' in parseDocument(text) && findRepeats(text),
  findVariables,
  firstSentence,
  graphemesOf,
  graphqlVariables,
  htmlToText,
  identifyText,
  importText: (text) => importText(text, 'file'),
  'importText of a curl command': (text) => importText(`curl http://h/ ${text}`, 'file'),
  inferText: (text) => inferText([text]),
  inMarkup,
  isBackchannel,
  isCredentialLike,
  isLiteralPassword,
  isMadeOfParts: (text) => isMadeOfParts(text, ['a', 'b', 'a', 'c']),
  isPlaceholderText,
  joinLines,
  knownCredential,
  listedValues,
  locate: (text) => locate(text, ['/a', '/0', '/a/0/b']),
  looksLikeCredential,
  maskNamed: (text) => maskNamed(`--a\r\n${text}`, '*'),
  'maskNamed of a form': (text) => maskNamed(`a=b&${text}`, '*'),
  liftSecrets: (text) =>
    liftSecrets(parseCollection({ item: [{ name: text, request: keyedRequest(text) }] })),
  maskInPlace,
  maskLookalikes,
  'masker.text': (text) => masker.text(text),
  'masker.json': (text) => masker.json({ [text]: [text] }),
  matchesGlob: (text) => matchesGlob(text, '**/a*b?c*'),
  multipartFields: (text) => multipartFields(text, 'multipart/form-data; boundary=a'),
  namedValues,
  normalizeText: (text) => normalizeText(text, 'NFKD'),
  parseAddress,
  parseDocument,
  parseDocumentedFacts,
  parseEnv,
  parseJson: (text) => parseJson(text),
  parseLooseJson,
  parseMediaType,
  parseQueryText,
  parseRecording,
  parseShallow: (text) => parseShallow(text),
  parseYaml,
  placeholderName,
  plainText,
  prettyJson,
  printableJson: (text) => printableJson(text),
  readableWords,
  readApprovalAnswers: (text) =>
    readApprovalAnswers(text, {
      calls: [
        { verbs: ['cancel'], text: 'order 17' },
        { verbs: ['book'], text: text.slice(0, 10_000) },
      ],
      question: text,
      language: 'en',
    }),
  readArguments: parseArguments,
  readDeepgramMessage,
  readDocumented,
  readGraphql,
  readModelAnswer,
  readSql,
  readSubprotocols: (text) => readSubprotocols(text.split(',')),
  replaceSections: (text) => replaceSections(text, { open: '<!--', close: '-->' }, ''),
  SentenceSplitter: sentences,
  ScriptTree: (text) => new ScriptTree(text).setters().map(({ value }) => value),
  shellCommands,
  showControls,
  showHidden,
  shownInput: (text) => shownInput(text, style),
  shownText: (text) => shownText(text, { max: 200, length: String }),
  singleLine,
  splitScheme,
  recordName: (text) => recordName('17', { kind: 'order', outputs: [{ tool: 'get_order', text }] }),
  saidButNotSent: (text) =>
    saidButNotSent([{ tool: {} as never, input: { id: 'ord_18' }, arguments: '' }], text),
  stepsOf,
  stripJsonComments,
  terminalText,
  textWithVariables: (text) => textWithVariables(text, []),
  toSpokenText: (text) => toSpokenText(text),
  trimOf: (text) => trimOf(text, ' a.'),
  validateText: (text) => validateText(text),
  variablesSetIn,
  withoutComments,
  withoutLinks,
  withoutMarkup: (text) => withoutMarkup(text, { dot: ' dot ' }),
  withoutPictures,
  withStandIns,
  wordsOf,
  wrapped: (text) => wrapped(text, 80),
}

/** A request with a credential, so that it is searched for in the text. */
function keyedRequest(text: string): object {
  const key = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
  return {
    url: { raw: 'https://h/x', path: ['x'], query: [{ key: 'token', value: text }] },
    header: [{ key: 'X-Api-Key', value: key }],
    description: `${key} ${text}`,
    body: { mode: 'raw', raw: text },
  }
}

/** A request with the text in each of its places. */
function requestOf(text: string): Parameters<typeof annotationsOf>[1] {
  return {
    method: 'POST',
    url: { raw: '', protocol: 'https', host: 'h', path: ['x'], query: [{ key: 'q', value: text }] },
    headers: [],
    body: { mode: 'raw', raw: text, language: 'json' },
  } as unknown as Parameters<typeof annotationsOf>[1]
}
