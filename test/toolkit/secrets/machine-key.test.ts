import { describe, expect, it } from 'vitest'
import { isCredentialValue, mentionsCredential } from '../../../src/toolkit/secrets/credential-name.js'
import { isAmbiguousKey } from '../../../src/toolkit/secrets/machine-key.js'

const HEX = '5f0c1e7a9b3d48260ce1f7a4d89b2536'

describe('isAmbiguousKey', () => {
  it.each(
    'key Key KEY x-key X-Key api API auth Auth sig appid appId AppID APPID app_id app-id X-App-Id app_code appcode'.split(
      ' ',
    ),
  )('%s is an ambiguous name', (name) => {
    expect(isAmbiguousKey(name, HEX)).toBe(true)
    expect(mentionsCredential(`{"${name}":"${HEX}"}`)).toBe(true)
  })

  it.each(
    'k keys code id uid hash sort_key map_key key_id public_key api_version author signal author_id application client_id state nonce cursor q etag x'.split(
      ' ',
    ),
  )('%s is none', (name) => expect(isAmbiguousKey(name, HEX)).toBe(false))

  it.each([
    ['32 hex digits, as of OpenWeather, TMDB and Flickr', HEX],
    ['hex digits in upper case', HEX.toUpperCase()],
    ['30 hex digits, as of WeatherAPI', HEX.slice(0, 30)],
    ['40 hex digits, as of the US Census', `${HEX}0cba9f17`],
    ['64 hex digits', '9d2f71c04be85a3c6e1700fb4d93a2c85e6b1fd07a94c3258e0b6d1f7c3a5e92'],
    ['both cases, as of TomTom and MapQuest', 'lYrP4vF3Uk5zgTiGGuEzQGwGIVDGuy24'],
    ['both cases, 25 characters, as of a transit API', 'tR7kWq2ZbN9xLc4VmH8sJd3Fg'],
    ['base64url with signs, as of Google', 'AIzaSyB-9q3TzW_kR7uVx1Lm4Np8Yc2Hd6Jf0Ea'],
    ['base64 with padding', 'k9Z2+xQ7/Vb3Nw8RtY5uLm1PcD4hJ6gS0aFeTiKoUsA='],
    ['base64, percent-encoded', 'k9Z2%2BxQ7%2FVb3Nw8RtY5uLm1PcD4hJ6gS0aFeTiKoUsA%3D'],
    ['digits and hex, as of Pixabay', '48213377-9c1f0e7ab35d2846f0c9e71d3'],
    ['lower case and digits', 'q7x2m9w4k1z8v3t6r0p5n2b7h4j1d9f3'],
    ['spaces around it', ` ${HEX} `],
  ])('%s: a key', (_, value) => expect(isAmbiguousKey('key', value)).toBe(true))

  it.each([
    ['a UUID', '0e64e4a7-9b3d-4826-8ce1-ce5a93b162af'],
    ['a UUID with a prefix', 'order-0e64e4a7-9b3d-4826-8ce1-ce5a93b162af'],
    ['a UUID of a careless author', '5bbe3968-1334-4a0b-9e01-b9183353788g'],
    ['a UUID with x', '9ca037f4-xxxx-xxxx-xxxx-212e57d4f22e'],
    ['24 hex digits: an id of MongoDB', '507f1f77bcf86cd799439011'],
    ['20 characters: an id of Firebase', '-NxYz3kQ9aBc7DeF1gHi'],
    ['22 characters: an id of Spotify', '4iV5W9uYEdYUVa79Axb7Rh'],
    ['25 lower case characters: a CUID', 'cjld2cjxh0000qzrmn831i7rn'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['an id in upper case, as of an app at Adyen', 'ANDA422LZ223223K5F694GCCF621J7'],
    ['a number', '8816080397613514881608039761351'],
    ['the number of an app at Steam', '440'],
    ['a word', 'created_at'],
    ['a long word', 'ApplicationConfigurationSettings'],
    ['a name with digits', 'GradeItemReleased2023NotificationTypeId'],
    ['a setting of Webex', 'Audio.Ultrasound.MaxVolume'],
    ['a slug', '2024-annual-report-of-the-company-v2-final'],
    ['a path', 'uploads/2023/01/15/holiday-photo-large.jpg'],
    ['a file', 'IMG_20230115_093011_HDR_Export_Final.jpeg'],
    ['a date', '2023-01-15T10:10:10.000000+00:00'],
    ['a placeholder', 'YOUR_API_KEY_1234567890abcdefABCDEF'],
    ['a placeholder of hex digits', '0123456789abcdef0123456789abcdef'],
    ['another placeholder of hex digits', 'abcdef1234567890abcdef1234567890'],
    ['one digit again and again', '00000000000000000000000000000001a'],
    ['two digits again and again', 'a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'],
    ['a placeholder in brackets', '<API Key>'],
    ['a variable', '{{key}}'],
    ['a cursor: JSON in base64', 'WyJQUklPUklUWSIsMTAwMDAxNjY5NzgzOTM5NzMxMDA3MTcyNF0='],
    ['another cursor', 'eyJpZCI6MTIzLCJvZmZzZXQiOjQwfQ=='],
    ['a sentence', 'The key of the record, 24 characters'],
    ['nothing', ''],
    ['a broken escape', '%E0%A4%A5f0c1e7a9b3d48260ce1f7a4'],
  ])('%s: none', (_, value) => expect(isAmbiguousKey('key', value)).toBe(false))

  it.each([5, null, undefined, true, [HEX], { a: HEX }])('%j is none', (value) =>
    expect(isAmbiguousKey('key', value)).toBe(false),
  )
})

it('counts in isCredentialValue', () => {
  expect(isCredentialValue('appid', HEX)).toBe(true)
  expect(isCredentialValue('appid', '440')).toBe(false)
})
