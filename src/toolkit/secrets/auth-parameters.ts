const wordSet = (words: string): ReadonlySet<string> => new Set(words.toLowerCase().split(/\s+/))

/** Parameters of the auth kinds of Postman that hold a secret. */
const SECRET = wordSet(
  `password token accessToken refreshToken clientSecret consumerSecret tokenSecret secret secretKey accessKey sessionToken authKey privateKey
  clientToken`,
)

/** Parameters that say how to authenticate, and nothing secret. */
const OPEN = wordSet(
  `algorithm in key addTokenTo tokenType headerPrefix queryParamKey region service domain workstation realm qop signatureMethod version
  timestamp nonce grant_type scope header payload baseURL headersToSign maxBodySize isSecretBase64Encoded includePayloadHash
  addParamsToHeader addAuthDataToQuery accessTokenUrl authUrl alg kid iss aud sub exp claims username callback client_authentication
  clientAuth useBrowser redirect_uri state tokenName`,
)

/** Whether a parameter of an auth is a secret: by its name, and what an API key is as `value`. */
export function isSecretAuthParameter(type: string, name: string): boolean {
  return SECRET.has(name.toLowerCase()) || (type === 'apikey' && name === 'value')
}

/** Whether a parameter may be shown. One that is neither open nor known as a secret is masked all the same. */
export function isOpenAuthParameter(name: string): boolean {
  return OPEN.has(name.toLowerCase())
}
