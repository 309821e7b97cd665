import { VoiceError } from '../errors.js'
import { pointerOf } from '../toolkit/collection/locate.js'
import { isHttpAddress } from './base-url-flags.js'
import type { AppConfig, CollectionConfig, LoadedConfig } from './config.js'
import { durationMs } from './duration.js'

/** Checks what a schema cannot say about a configuration. Throws `wrong-usage` with the line of the first value that is none. */
export function checkValues(config: LoadedConfig): void {
  const { retain, apps = {}, ...top } = config.values
  if (retain !== undefined && durationMs(retain) === undefined)
    throw wrong(config, ['retain'], `"retain" takes a duration such as 90s, 10m or 2h; "${retain}" is none.`)
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
    throw wrong(config, [...path, 'file'], 'a collection here is a file; name its path.')
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
  return new VoiceError('wrong-usage', `${config.at(pointerOf(path))}: ${problem}`)
}
