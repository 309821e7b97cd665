import type { Command } from 'commander'
import { VoiceError } from '../../errors.js'
import { durationMs } from '../duration.js'
import { addCollectionOptions } from '../load.js'
import {
  addExamples,
  addOutputOptions,
  collect,
  ERRORS_ONLY,
  type ExitCode,
  oneOf,
  runs,
  wholeNumber,
} from '../output.js'
import { LOG_LEVELS, type ServeFlags } from '../serve/flags.js'

/** `voice serve`: starts the agent. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('start the agent of one or more collections')
    .argument('[collections...]', 'Postman collections or globs (default: postman.json where there is one)')
    .option('--host <host>', 'the address to listen on', '0.0.0.0')
    .option('--port <port>', 'where to listen', wholeNumber('--port', { max: 65_535 }), 8000)
    .option(
      '--mock',
      'answer requests in the same process: saved examples, and made data where there is none',
    )
    .option(
      '--stt <provider/model:language>',
      'hears: deepgram/nova-3:en, openai/whisper-1, sherpa/whisper-tiny.en; several with commas, tried in order',
    )
    .option(
      '--llm <provider/model>',
      'the language model, such as openai/gpt-4.1-mini or ollama/llama3.2; several with commas, tried in order',
    )
    .option(
      '--tts <provider/model:voice>',
      'speaks: openai/gpt-4o-mini-tts:alloy, sherpa/piper-ljspeech; several with commas, tried in order',
    )
    .option('--vad <name/version>', 'tells voices from noise: silero/v5, silero/v6 or energy/v1')
    .option('--turn-detection <name/version>', 'knows when you have finished: semantic/v1 or silence/v1')
    .option('--instructions <text>', 'what the agent is told beside its own rules')
    .option(
      '--tools <set>',
      'all, search or auto (default): how a model gets its tools',
      oneOf('--tools', ['all', 'search', 'auto']),
    )
    .option(
      '--approve <calls>',
      'which calls ask the user first: none, writes (default) or destructive',
      oneOf('--approve', ['none', 'writes', 'destructive']),
    )
    .option('--lock-session', 'let clients speak for the user alone: no instructions, tools or other roles')
    .option('--allowed-origins <origin>', 'browsers on this origin only; may be repeated', collect)
    .option('--max-sessions <n>', 'connections at the same time', wholeNumber('--max-sessions', { min: 1 }))
    .option(
      '--retain <duration>',
      'how long a dropped session is kept, such as 90s or 10m (default: 2m)',
      duration,
    )
    .option(
      '--store <store>',
      'where sessions live: memory (default), or redis://host:port for several servers that share them',
    )
    .option('--record <dir>', 'write each session to a file there, without secrets and sound')
    .option('--tls-cert <file>', 'certificate in PEM, for wss:// (with --tls-key)')
    .option('--tls-key <file>', 'its private key in PEM')
    .option('--tls-self-signed', 'make a certificate on the spot, such as for a phone on the same network')
    .option('--no-playground', 'show no page to try the agent on at /')
    .option('--watch', 'reload the tools when a file changes; conversations go on')
    .option('--strict', 'do not start when a collection has errors; with --mock, saved examples only')
    .option('--log-format <format>', 'pretty or json', oneOf('--log-format', ['pretty', 'json']), 'pretty')
    .option(
      '--log-level <level>',
      `${LOG_LEVELS.join(', ')} (default: warn; error with --quiet)`,
      oneOf('--log-level', LOG_LEVELS),
    )
  addCollectionOptions(command)
  addOutputOptions(command, ['text', 'json'], { quiet: ERRORS_ONLY })
  addExamples(
    command,
    'voice serve --mock examples/petshop/postman.json',
    'voice serve --port 8000 --base-url https://api.example.com',
    'LLM_API_KEY=... voice serve --llm openai/gpt-4.1-mini postman.json',
  )
  command.action(runs(serve))
}

async function serve(files: string[], flags: ServeFlags): Promise<ExitCode> {
  const { runServe } = await import('../serve/run.js')
  return runServe(files, flags)
}

/** `90s`, `10m`, `2h` or plain milliseconds. */
export function duration(text: string): number {
  const ms = durationMs(text)
  if (ms !== undefined) return ms
  throw new VoiceError('wrong-usage', `--retain takes a duration such as 90s, 10m or 2h; "${text}" is none.`)
}
