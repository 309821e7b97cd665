// @ts-check
/**
 * The house rules that a machine can check: imports go downwards only, no circles, no file over 500 lines, and the packages that
 * a layer must not know. `node scripts/layers.mjs` prints what breaks them; test/layers.test.ts asks the same.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** @typedef {{ layer: number, never?: string[], packages?: string[] }} Room */

const SERVERS = ['ws', 'node:http', 'node:https', 'node:net', 'node:tls']
const TOOLKIT_ROW = [
  'toolkit/validate',
  'toolkit/compile',
  'toolkit/generate',
  'toolkit/search',
  'toolkit/run',
]
/** @param {string} room */
const others = (room) => TOOLKIT_ROW.filter((other) => other !== room)

/**
 * Longest prefix wins. `never` lists rooms of the same or a lower row that are closed all the same; `packages` what must not be imported.
 * @type {Record<string, Room>}
 */
export const ROOMS = {
  errors: { layer: 0, packages: SERVERS },
  diagnostics: { layer: 0, packages: SERVERS },
  ports: { layer: 0, packages: SERVERS },
  printable: { layer: 0, packages: SERVERS },
  'regular-file': { layer: 0, packages: SERVERS },
  'home-folder': { layer: 0, packages: SERVERS },
  'make-folder': { layer: 0, packages: SERVERS },
  text: { layer: 1, packages: SERVERS },
  languages: { layer: 2, packages: SERVERS },
  protocol: { layer: 1, packages: SERVERS },
  'toolkit/model': { layer: 1, packages: SERVERS },
  'toolkit/defaults': { layer: 1, packages: SERVERS },
  'server/defaults': { layer: 1, packages: SERVERS },
  'toolkit/template': { layer: 1, packages: SERVERS },
  'toolkit/collection': { layer: 2, packages: SERVERS },
  'toolkit/semantics': { layer: 2, packages: SERVERS },
  'toolkit/secrets': { layer: 2, packages: SERVERS },
  'toolkit/validate': {
    layer: 3,
    never: others('toolkit/validate').filter((room) => room !== 'toolkit/compile'),
  },
  'toolkit/compile': { layer: 3, never: others('toolkit/compile') },
  'toolkit/generate': { layer: 3, never: [...others('toolkit/generate'), 'toolkit/collection'] },
  'toolkit/search': { layer: 3, never: [...others('toolkit/search'), 'toolkit/collection'] },
  'toolkit/run': { layer: 3, never: [...others('toolkit/run'), 'toolkit/collection'] },
  toolkit: { layer: 4 },
  prompt: { layer: 4 },
  environment: { layer: 4 },
  'server/math': { layer: 4, packages: SERVERS },
  'server/model': {
    layer: 5,
    never: ['server/providers', 'server/speech', 'server/agent'],
    packages: SERVERS,
  },
  'server/providers': { layer: 5, never: ['server/speech', 'server/agent'] },
  'server/speech': { layer: 5, never: ['server/providers'], packages: SERVERS },
  'server/agent': { layer: 5, never: ['server/providers'], packages: SERVERS },
  'server/sessions': { layer: 6 },
  'server/realtime': { layer: 6 },
  'server/http': { layer: 6 },
  'server/lines': { layer: 6 },
  'server/webrtc': { layer: 6 },
  'server/phone': { layer: 6 },
  'server/mock': { layer: 6 },
  'server/mcp': { layer: 6 },
  'server/ag-ui': { layer: 6 },
  'server/telemetry': { layer: 6 },
  'server/recording': { layer: 6 },
  testing: { layer: 6 },
  server: { layer: 7 },
  client: { layer: 8 },
  cli: { layer: 8 },
}

const MAX_LINES = 500

/**
 * The roads to an API: the transports, which only the gate may use, and the gate, which only its callers may open (the table
 * in docs/security.md). Keys are files and packages.
 * @type {Record<string, string[]>}
 */
export const ROADS = {
  'toolkit/run/send/exchange': ['toolkit/run/gate'],
  'toolkit/run/send/pool-transport': ['toolkit/run/gate'],
  'toolkit/run/send/http-transport': ['toolkit/run/gate'],
  'toolkit/run/gate': ['toolkit/run/call-tool', 'toolkit/run/replay-request', 'toolkit/replay'],
  undici: ['toolkit/run/send/pool-transport', 'toolkit/run/send/guard'],
  '@modelcontextprotocol/client': ['server/mcp/mcp-connection', 'server/mcp/mcp-toolkit'],
  '@modelcontextprotocol/client/stdio': ['server/mcp/mcp-connection'],
}

/** Packages with which a file below `toolkit` or `server/agent` could send a request itself, and the files that may have them. */
const CLIENTS = ['http', 'https', 'http2', 'net', 'tls', 'dgram'].flatMap((name) => [name, `node:${name}`])
/** @type {Record<string, string[]>} */
const CLIENT_FILES = {
  'toolkit/run/send/http-transport': ['node:http', 'node:https'],
  'toolkit/run/send/guard': ['node:net'],
  // Only the names of statuses.
  'toolkit/run/shape/shape-answer': ['node:http'],
}

/** @param {string} file @param {string} target a file or a package @returns {string | undefined} how a file goes around the gate */
function aroundGate(file, target) {
  const allowed = ROADS[target]
  if (allowed && !allowed.includes(file))
    return `goes around the gate: only ${allowed.join(' and ')} may import ${target}`
  const isInside = /^(toolkit|server\/agent)\//.test(file)
  if (isInside && CLIENTS.includes(target) && !CLIENT_FILES[file]?.includes(target))
    return `goes around the gate: must not import ${target}`
  return undefined
}

/**
 * The files outside of the gate that open connections, and to whom. None of them gets a request of a collection. Those of
 * the client run in the page of a user.
 * @type {Record<string, string>}
 */
export const SENDERS = {
  'server/providers/bounded-fetch': 'models',
  'server/providers/context-window': 'models',
  'server/providers/openai-client': 'models',
  'server/providers/speech/provider-socket': 'models',
  'server/providers/voice-model/model-socket': 'models',
  'server/providers/voice-model/provider-calls': 'models',
  'server/providers/speech/models/pull': 'files of models',
  'server/providers/speech/sherpa/engine-process': 'a process of its own',
  'server/mcp/mcp-connection': 'MCP servers',
  'server/mcp/oauth': 'the issuer of access tokens',
  'cli/serve/choose-engines': 'models on this machine',
  'cli/doctor/check': 'a server of voice on this machine',
  'cli/doctor/providers': 'models',
  'cli/doctor/run': 'its own server',
  'cli/chat/chat-session': 'a server of voice',
  'cli/commands/chat': 'a server of voice',
}

/** A call of a global function that sends requests. */
const GLOBAL_CLIENT =
  /(?<![\w.#])(?:fetch\((?!\?|\w+: )|new (?:WebSocket|EventSource|XMLHttpRequest)\b)|globalThis\.fetch|navigator\.sendBeacon/

/** An import with which a file opens connections: no types, and no servers. */
const CONNECTING =
  /import \{(?:[^}]*,)?\s*(?:get|request|connect|createConnection|Socket|WebSocket)\b[^}]*\} from '(?:node:)?(?:https?|http2|net|tls|ws)'|import\('openai'\)/

/** @param {string} file @param {string} text @returns {string | undefined} why a file must not open connections, or is listed in vain */
function sendsBeside(file, text) {
  if (/^(?:client|toolkit)\//.test(file)) return undefined
  const sends = GLOBAL_CLIENT.test(withoutComments(text)) || CONNECTING.test(text)
  if (sends === Object.hasOwn(SENDERS, file)) return undefined
  return sends ? 'opens connections, and SENDERS does not list it' : 'is in SENDERS, and opens no connection'
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

/** @param {string} file a path below src, without extension */
function roomOf(file) {
  let room = file
  while (room && !ROOMS[room]) room = room.includes('/') ? room.slice(0, room.lastIndexOf('/')) : ''
  return room
}

/** Entry files hold names only: they may see everything, and only other entry files may import them. @param {string} file */
const isEntry = (file) => file === 'index' || file.endsWith('/index')

/** @param {string} text a source text */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** @param {string} from @param {string} to @returns {string | undefined} what is wrong with an import between two files */
function wrongImport(from, to) {
  if (isEntry(from)) return undefined
  if (isEntry(to)) return 'imports an entry file; import the file that has the name'
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  const [source, target] = [ROOMS[fromRoom], ROOMS[toRoom]]
  if (!source || !target) return undefined
  if (fromRoom === 'client')
    // Of a language a page loads only the texts of the overlay.
    return ['client', 'protocol', 'errors', 'ports', 'text'].includes(toRoom) ||
      /^languages\/overlay-texts$/.test(to)
      ? undefined
      : 'the client may import only protocol, errors, ports, text and the overlay texts of languages'
  if (fromRoom === 'cli' && toRoom === 'client')
    // The terminal reconnects as a page does. The rest of the client is for browsers.
    return /^client\/(connection|state|reconnecting-connection|resume-token-store|outgoing)$/.test(to)
      ? undefined
      : 'the cli may import only connection, reconnecting-connection, resume-token-store, outgoing and state of the client'
  if (toRoom === 'client' || (toRoom === 'cli' && fromRoom !== 'cli'))
    return `nothing below may import ${toRoom}`
  if (target.layer > source.layer)
    return `imports upwards: ${fromRoom} (${source.layer}) → ${toRoom} (${target.layer})`
  if (source.never?.includes(toRoom)) return `${fromRoom} must not know ${toRoom}`
  return undefined
}

/** @param {Map<string, string[]>} graph @returns {string[]} one line a circle */
function circles(graph) {
  const found = new Map()
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map()
  /** @param {string} file @param {string[]} trail */
  const visit = (file, trail) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      const circle = trail.slice(trail.indexOf(file))
      found.set([...circle].sort().join(), `circle: ${[...circle, file].join(' → ')}`)
      return
    }
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return [...found.values()]
}

/** @param {string} root the repository @returns {string[]} one sentence a violation */
export function findViolations(root) {
  const src = join(root, 'src')
  const paths = sourcesIn(src)
  /** @param {string} path */
  const nameOf = (path) =>
    relative(src, path)
      .split(sep)
      .join('/')
      .replace(/\.tsx?$/, '')
  const known = new Set(paths.map(nameOf))
  const graph = new Map()
  const violations = []
  for (const path of paths) {
    const name = nameOf(path)
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n').length - 1
    if (lines > MAX_LINES)
      violations.push(`src/${name}: ${lines} lines; split it by responsibility (at most ${MAX_LINES})`)
    if (!isEntry(name) && !roomOf(name))
      violations.push(`src/${name}: no room in the layer table (scripts/layers.mjs)`)
    if (/^client\/(connection|state|line)$/.test(name) && /\b(document|window|navigator)\./.test(text))
      violations.push(`src/${name}: connection, line and state must not touch the DOM`)
    if (/^(toolkit|server\/agent)\//.test(name) && GLOBAL_CLIENT.test(withoutComments(text)))
      violations.push(`src/${name}: goes around the gate: must not send requests itself`)
    const beside = sendsBeside(name, text)
    if (beside) violations.push(`src/${name}: ${beside} (scripts/layers.mjs)`)
    const targets = []
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) {
        const room = ROOMS[roomOf(name)]
        const around = aroundGate(name, fileName)
        if (around) violations.push(`src/${name}: ${around}`)
        if (room?.packages?.includes(fileName)) violations.push(`src/${name}: must not import ${fileName}`)
        if (roomOf(name) === 'client' && fileName.startsWith('node:'))
          violations.push(`src/${name}: must not import ${fileName}`)
        continue
      }
      const target = normalize(join(dirname(name), fileName))
        .split(sep)
        .join('/')
        .replace(/\.jsx?$/, '')
      if (!known.has(target)) continue
      targets.push(target)
      const wrong = aroundGate(name, target) ?? wrongImport(name, target)
      if (wrong) violations.push(`src/${name} → src/${target}: ${wrong}`)
    }
    graph.set(name, targets)
  }
  return [...violations, ...circles(graph)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(join(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const violation of violations) console.error(violation)
  if (violations.length === 0) console.log('layers: fine')
  process.exitCode = violations.length === 0 ? 0 : 1
}
