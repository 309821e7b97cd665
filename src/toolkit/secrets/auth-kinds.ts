/** What the parameter of an auth is: a credential, the name of an account or client, or a setting that may be shown. */
export type AuthParameter = 'secret' | 'identity' | 'open'

/** What is known about a kind of auth. `run/authenticate` has the function that signs with it. */
export interface AuthKindFacts {
  /** The parameters by their names in lower case. A parameter that is not listed counts as secret. */
  parameters: Readonly<Record<string, AuthParameter>>
  /** Parameters without which no valid credential can be sent, because it would be empty. @default none */
  needed?: readonly string[]
  /** Whether `password` is sent as it is, so that even a short and simple one is a credential. @default false */
  sendsPassword?: boolean
  /** Whether the credential belongs to a connection, so that a call must not share connections. @default false */
  ownConnection?: boolean
  /** The parameter with the name under which the credential is sent. @default none */
  nameIn?: string
}

function parameters(kinds: Partial<Record<AuthParameter, string>>): Record<string, AuthParameter> {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, names]) =>
      names
        .toLowerCase()
        .split(' ')
        .map((name) => [name, kind as AuthParameter]),
    ),
  )
}

/** The kinds of auth, by their names in Postman. A request with any other kind is sent without credentials. */
export const AUTH_KINDS = {
  noauth: { parameters: {} },
  apikey: { parameters: parameters({ secret: 'value', open: 'key in' }), needed: ['value'], nameIn: 'key' },
  asap: {
    parameters: parameters({ secret: 'privateKey', open: 'alg kid iss aud sub exp claims' }),
  },
  awsv4: {
    parameters: parameters({
      secret: 'accessKey secretKey sessionToken',
      open: 'region service addAuthDataToQuery',
    }),
  },
  basic: {
    parameters: parameters({ secret: 'password', open: 'username' }),
    needed: ['username', 'password'],
    sendsPassword: true,
  },
  bearer: { parameters: parameters({ secret: 'token' }), needed: ['token'] },
  digest: {
    parameters: parameters({
      secret: 'password',
      identity: 'opaque clientNonce nonceCount',
      open: 'username realm nonce algorithm qop disableRetryRequest',
    }),
    needed: ['username', 'password'],
    sendsPassword: true,
  },
  edgegrid: {
    parameters: parameters({
      secret: 'accessToken clientToken clientSecret',
      open: 'baseURL headersToSign maxBodySize timestamp nonce',
    }),
  },
  hawk: {
    parameters: parameters({
      secret: 'authKey',
      identity: 'authId appId user extraData app delegation',
      open: 'algorithm includePayloadHash timestamp nonce',
    }),
  },
  jwt: {
    parameters: parameters({
      secret: 'secret privateKey',
      open: 'algorithm isSecretBase64Encoded payload header headerPrefix addTokenTo queryParamKey',
    }),
  },
  ntlm: {
    parameters: parameters({
      secret: 'password',
      open: 'username domain workstation disableRetryRequest',
    }),
    sendsPassword: true,
    ownConnection: true,
  },
  oauth1: {
    parameters: parameters({
      secret: 'consumerSecret token tokenSecret privateKey',
      identity: 'consumerKey verifier',
      open: 'signatureMethod version timestamp nonce realm callback addParamsToHeader addEmptyParamsToSign autoAddParam encodeOAuthSign includeBodyHash disableHeaderEncoding',
    }),
  },
  oauth2: {
    parameters: parameters({
      secret: 'accessToken refreshToken clientSecret password token secret',
      identity: 'clientId code_verifier',
      open: 'grant_type grantType scope audience resource username accessTokenUrl authUrl refreshTokenUrl addTokenTo tokenType headerPrefix tokenName callback callbackUrl redirect_uri redirectUri state client_authentication clientAuth useBrowser challengeAlgorithm tokenRequestParams refreshRequestParams authRequestParams',
    }),
    needed: ['accessToken'],
  },
} as const satisfies Record<string, AuthKindFacts>

export type AuthKindName = keyof typeof AUTH_KINDS

/** Whether a kind of auth is known. Postman's names of kinds are in lower case. */
export function isKnownAuth(type: string): type is AuthKindName {
  return Object.hasOwn(AUTH_KINDS, type)
}

/** The facts about a kind of auth. Of an unknown kind, every parameter counts as secret. */
export function authKind(type: string): AuthKindFacts {
  return isKnownAuth(type) ? AUTH_KINDS[type] : { parameters: {} }
}

/** What a parameter of an auth is. A parameter that nobody knows counts as secret. */
export function authParameter(type: string, name: string): AuthParameter {
  const known = authKind(type).parameters
  const key = name.toLowerCase()
  return Object.hasOwn(known, key) ? known[key]! : 'secret'
}
