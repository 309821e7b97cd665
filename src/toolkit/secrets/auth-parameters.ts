const wordSet = (words: string): ReadonlySet<string> => new Set(words.toLowerCase().split(/\s+/))

/** Auth parameters of Postman that contain a secret. */
const SECRET = wordSet(
  `password token accessToken refreshToken clientSecret consumerSecret tokenSecret secret secretKey accessKey sessionToken authKey privateKey
  clientToken`,
)

/** Auth parameters that are not secret. */
const OPEN = wordSet(
  `algorithm in key addTokenTo tokenType headerPrefix queryParamKey region service domain workstation realm qop signatureMethod version
  timestamp nonce grant_type scope header payload baseURL headersToSign maxBodySize isSecretBase64Encoded includePayloadHash
  addParamsToHeader addAuthDataToQuery accessTokenUrl authUrl alg kid iss aud sub exp claims username callback client_authentication
  clientAuth useBrowser redirect_uri state tokenName`,
)

/**
 * Whether an auth parameter is secret: its name says so, or it is the `value` of an API key. `type` is the type of
 * auth.
 */
export function isSecretAuthParameter(type: string, name: string): boolean {
  return SECRET.has(name.toLowerCase()) || (type === 'apikey' && name === 'value')
}

/** Whether an auth parameter may be shown. Unknown auth parameters are masked like secrets. */
export function isOpenAuthParameter(name: string): boolean {
  return OPEN.has(name.toLowerCase())
}
