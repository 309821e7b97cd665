import { isHttpAddress } from '../../text/http-address.js'
import { textThat } from './kinds.js'

export const webAddress = textThat(
  isHttpAddress,
  'an http or https address such as https://api.example.com/v1',
)

export const publicAddress = textThat(
  isHttpAddress,
  'the address that the carrier calls, such as https://voice.example.com',
)

export const collectionPath = textThat(
  (path) => path !== '' && path !== '-',
  'the path or glob of a collection',
)

/** A text of an MCP server, in which `{{NAME}}` stands for a value of the environment. */
export const filledText = textThat(
  (text) => !/\$\{/.test(text),
  'values of the environment as {{NAME}}, which VOICE_VAR_NAME or a line NAME of .env fills',
)

export const ipAddress = textThat(isIpAddress, 'an IP address, such as 203.0.113.7')

export const portRange = textThat(isPortRange, 'the first and the last port, such as 50000-50100')

export const pageOrigin = textThat(
  isOrigin,
  'an origin of a page such as https://app.example.com, without a path or a slash at the end, or *',
)

/** Origins of pages, and of apps (`capacitor://localhost`), which `URL` does not return. Without a path. */
function isOrigin(origin: string): boolean {
  if (/^https?:/i.test(origin)) return URL.canParse(origin) && new URL(origin).origin === origin
  return origin === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(origin)
}

function isIpAddress(address: string): boolean {
  const host = address.includes(':') ? `[${address}]` : address
  if (!/^[\d.]+$|^\[[\da-f:.]+\]$/i.test(host) || !URL.canParse(`http://${host}`)) return false
  return host !== address || new URL(`http://${host}`).hostname === host
}

function isPortRange(range: string): boolean {
  const [first = 0, last = 0] = /^\d{1,5}-\d{1,5}$/.test(range) ? range.split('-').map(Number) : []
  return first > 0 && first < last && last < 65_536
}
