import type { Diagnostic } from '../diagnostics.js'
import { VoiceError } from '../errors.js'
import { isHttpAddress } from '../text/http-address.js'
import { lineIndex } from '../toolkit/collection/line-index.js'
import { locate } from '../toolkit/collection/locate.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import { diagnose } from '../toolkit/validate/diagnose.js'
import { ruleByCode } from '../toolkit/validate/rules/table.js'
import { walkShape } from '../toolkit/validate/schema-diagnostics.js'
import { compileShape } from '../toolkit/validate/schema-node.js'
import { type LoadedConfig, prefixOf } from './config.js'
import { checkOrigins } from './origins.js'
import type { AppConfig, CollectionConfig } from './settings/agent-settings.js'
import { configSchema } from './settings/config-schema.js'
import { durationMs, durationProblem } from './settings/kinds.js'

/**
 * Checks the values of a configuration against rules that a JSON Schema cannot express, such as valid addresses.
 * Throws `wrong-usage` with the line of the first invalid value.
 */
export function checkValues(config: LoadedConfig): void {
  const { retain, apps = {}, allowedOrigins = [], ...top } = config.values
  if (retain !== undefined && durationMs(retain) === undefined)
    throw wrong(config, ['retain'], durationProblem('"retain"', retain))
  checkOrigins(allowedOrigins, (index) => placeOf(config, ['allowedOrigins', index]))
  checkApp(config, [], top)
  for (const [id, app] of Object.entries(apps)) checkApp(config, ['apps', id], app)
}

function checkApp(config: LoadedConfig, path: (string | number)[], app: AppConfig): void {
  for (const name of ['stt', 'llm', 'tts'] as const) {
    const value = app[name]
    if (value !== undefined && (value.length === 0 || [value].flat().some((one) => one.trim() === '')))
      throw wrong(config, [...path, name], `"${name}" names nothing; leave it out, or name a provider.`)
  }
  for (const [index, collection] of (app.collections ?? []).entries())
    checkCollection(config, [...path, 'collections', index], collection)
}

function checkCollection(
  config: LoadedConfig,
  path: (string | number)[],
  { baseUrl, file }: CollectionConfig,
): void {
  if (file === '' || file === '-')
    throw wrong(
      config,
      [...path, 'file'],
      `"file" takes the path or glob of a collection; "${file}" is none.`,
    )
  const addresses = typeof baseUrl === 'object' ? Object.values(baseUrl) : [baseUrl ?? []].flat()
  for (const address of addresses)
    if (!isHttpAddress(address))
      throw wrong(
        config,
        [...path, 'baseUrl'],
        `"baseUrl" takes an http or https address such as https://api.example.com/v1; "${address}" is none.`,
      )
}

function wrong(config: LoadedConfig, path: (string | number)[], problem: string): VoiceError {
  return new VoiceError('wrong-usage', `${placeOf(config, path)}${problem}`)
}

function placeOf(config: LoadedConfig, path: (string | number)[]): string {
  const pointer = pointerOf(path)
  return `${config.at(pointer)}: ${prefixOf(pointer)}`
}

/** Checks a configuration against its JSON Schema. Returns the diagnostics, with lines, in the order of the file. */
export function explainConfig(text: string, value: JsonValue): Diagnostic[] {
  const faults = walkShape(compileShape(configSchema()), value)
  const judged = faults.map((fault) => ({ ...fault, severity: 'error' as const }))
  return diagnose(text, judged, ruleByCode)
}

/** The line, from 1, of the value at a JSON pointer; 1 if there is no such value. */
export function placeIn(text: string, pointer: string): number {
  return lineIndex(text).at(locate(text, [pointer]).get(pointer)?.start ?? 0).line
}
