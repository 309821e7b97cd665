import { jsonBytes, type SessionLimits } from '../model/session-limits.js'
import { ProtocolError } from './protocol-error.js'

/** Throws when the settings of a session or a response are too large, or have too many tools. `param` is their field name. */
export function refuseTooManySettings(
  settings: object,
  { limits, param }: { limits: SessionLimits; param: string },
): void {
  const { maxSettingsBytes, maxClientTools } = limits
  const { tools } = settings as { tools?: unknown }
  if (Array.isArray(tools) && tools.length > maxClientTools) {
    const message = `"${param}.tools" has ${tools.length} tools, and ${maxClientTools} is the most. Send those that this session needs.`
    throw new ProtocolError('too_many_tools', message, `${param}.tools`)
  }
  if (jsonBytes(settings) <= maxSettingsBytes) return
  // The message has no size: a recording masks the settings, so a replay would report another size.
  const message = `"${param}" takes more than ${maxSettingsBytes} bytes as JSON, the most it may. Send shorter instructions or fewer tools.`
  throw new ProtocolError('settings_too_large', message, param)
}
