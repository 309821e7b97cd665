import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  childEnvironment,
  credentialsFromEnv,
  ignoredEnvLines,
  isDemoKey,
  loadEnv,
  parseEnv,
  serviceKeyValidator,
  settingsEnv,
  valuesForVariables,
} from '../src/environment.js'
import { ENV_FILE_SETTINGS } from '../src/toolkit/secrets/program-names.js'

describe('parseEnv', () => {
  const cases: [text: string, want: Record<string, string>][] = [
    ['A=1', { A: '1' }],
    ['A=1\r\nB=2\rC=3', { A: '1', B: '2', C: '3' }],
    ['export A = x # said so', { A: 'x' }],
    ['# A=1\n\n  B=2', { B: '2' }],
    ['A="with # inside"', { A: 'with # inside' }],
    ["A='as \\n it is'", { A: 'as \\n it is' }],
    ['A="two\\nlines"', { A: 'two\nlines' }],
    ['A="C:\\\\new\\\\models"', { A: 'C:\\new\\models' }],
    ['A="really\ntwo"\nB=1', { A: 'really\ntwo', B: '1' }],
    ['A="say \\"hi\\""', { A: 'say "hi"' }],
    ['A=', { A: '' }],
    ['A=a=b', { A: 'a=b' }],
    ['A=`b`', { A: 'b' }],
    ['no line of this kind', {}],
  ]
  it.each(cases)('%j', (text, want) => {
    expect(parseEnv(text)).toEqual(want)
  })
})

describe('loadEnv', () => {
  const folders: string[] = []
  afterEach(() => {
    vi.unstubAllEnvs()
    for (const folder of folders.splice(0)) {
      rmSync(folder, { recursive: true })
      loadEnv(folder)
    }
  })
  const write = (text: string | Buffer, folder = mkdtempSync(join(tmpdir(), 'voice-env-'))) => {
    if (!folders.includes(folder)) folders.push(folder)
    writeFileSync(join(folder, '.env'), text)
    return folder
  }

  it('changes nothing in process.env', () => {
    const before = { ...process.env }
    loadEnv(write('VOICE_TEST_A=1\nNODE_OPTIONS=--no-warnings\nLLM_API_KEY=k\nshop_token=t\nPATH=/x\n'))
    expect({ ...process.env }).toEqual(before)
  })

  it('returns the lines of the file; the process takes precedence', () => {
    vi.stubEnv('API_BASE_URL', 'http://of-the-process')
    vi.stubEnv('shop_token', 'process')
    const env = loadEnv(write('shop_token=file\nother=file\nAPI_BASE_URL=http://of-the-file\n'))
    expect(env).toMatchObject({
      shop_token: 'process',
      other: 'file',
      API_BASE_URL: 'http://of-the-process',
    })
  })

  it('takes over what has changed in the file', () => {
    vi.stubEnv('LLM_API_KEY', undefined)
    const folder = write('LLM_API_KEY=1\nshop_token=1\n')
    loadEnv(folder)
    expect([settingsEnv().LLM_API_KEY, valuesForVariables().shop_token]).toEqual(['1', '1'])
    loadEnv(write('LLM_API_KEY=2\n', folder))
    expect([settingsEnv().LLM_API_KEY, valuesForVariables().shop_token]).toEqual(['2', undefined])
    vi.stubEnv('LLM_API_KEY', 'process')
    expect(settingsEnv().LLM_API_KEY).toBe('process')
  })

  it.each([
    'NODE_OPTIONS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_EXTRA_CA_CERTS',
    'NODE_ENV',
    'HTTPS_PROXY',
    'LD_PRELOAD',
    'PATH',
    'SSL_CERT_FILE',
    'VOICE_MODELS_DIR',
    'VOICE_DEBUG',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ])('%s of the file is no setting and no value, and is named', (name) => {
    vi.stubEnv(name, undefined)
    loadEnv(write(`${name}=x\n`))
    expect(settingsEnv()[name]).toBeUndefined()
    expect(valuesForVariables()[name]).toBeUndefined()
    expect(ignoredEnvLines()).toEqual([name])
  })

  it.each<[encoding: string, bytes: Buffer]>([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFshop_token=é\r\n')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFshop_token=é\r\n', 'utf16le')],
  ])('reads %s', (_encoding, bytes) => {
    expect(loadEnv(write(bytes))).toMatchObject({ shop_token: 'é' })
  })

  it('is content without a file', () => {
    expect(loadEnv('/nowhere/at/all').shop_token).toBeUndefined()
  })

  describe('values for variables of collections', () => {
    it('are the lines that no program owns, and VOICE_VAR_ of file and process', () => {
      vi.stubEnv('VOICE_VAR_b', 'process')
      vi.stubEnv('VOICE_VAR_OPENAI_API_KEY', 'given knowingly')
      vi.stubEnv('unprefixed', 'process')
      loadEnv(write('a=file\nb=file\nVOICE_VAR_c=file\nc=plain\nVOICE_VAR_=x\n'))
      expect(valuesForVariables()).toEqual({
        a: 'file',
        b: 'process',
        c: 'file',
        OPENAI_API_KEY: 'given knowingly',
      })
    })

    it.each([
      ...ENV_FILE_SETTINGS,
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'AZURE_CLIENT_SECRET',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'GITHUB_TOKEN',
      'GH_TOKEN',
      'GITLAB_TOKEN',
      'NPM_TOKEN',
      'NODE_AUTH_TOKEN',
      'HF_TOKEN',
      'OPENAI_ADMIN_KEY',
      'TWILIO_API_SECRET',
      'GOOGLE_CLIENT_ID',
      'MONGODB_URI',
      'REDIS_HOST',
      'DATABASE_URL',
      'REDIS_URL',
      'PGPASSWORD',
      'VAULT_TOKEN',
      'XI_API_KEY',
      'STRIPE_SECRET_KEY',
      'VERIFF_API_KEY',
      'FB_APP_SECRET',
      'PROD_OPENAI_API_KEY_2',
      'CLIENT_SECRET_HEROKU',
      'SMTP_PASS',
      'SAML_DATABASE_URL',
      'S3_PROTOCOL_ACCESS_KEY_ID',
      'SLACK_WEBHOOK_URL',
      'ALGOLIA_ADMIN_KEY',
      'JWT_SECRET',
      'SHOP_ENCRYPTION_KEY',
      'AZURE_STORAGE_CONNECTION_STRING',
      'JIRA_PASSWORD',
      // Of no program that anybody lists.
      ...'STRIPE_SK PAT SECRET PASSPHRASE PRIVKEY ETH_KEY WALLET_SEED MYSQL_ROOT ES_PASS DO_PAT COOKIE_KEY'.split(
        ' ',
      ),
      ...'AzureWebJobsStorage ConnectionStrings__Default STORAGE_CONNECTION TELEGRAM_BOT STRIPE_KEY'.split(
        ' ',
      ),
      ...'connectionStrings__default spring.datasource.password Jwt__Key BOT_TOKEN BotToken WEBHOOK_URL'.split(
        ' ',
      ),
      ...'SHOP_SECRET SESSION_TOKEN ACME_URL DB_CONN RPC_ENDPOINT KEY PW SIGNER_SEED SecretKey APP_SECRET'.split(
        ' ',
      ),
      ...'SUPABASE_URL MAIL_SUBJECT AWSOME NODES'.split(' '),
    ])('are not taken from %s of the file', (name) => {
      loadEnv(write(`${name}=x\n`))
      expect(valuesForVariables()).not.toHaveProperty(name)
    })

    it.each([
      'SHOP_API_KEY',
      'api_token',
      'PORT',
      'openai_api_key',
      'DATABASE_ID',
      'GITHUB_OWNER',
      'TWILIO_ACCOUNT_SID',
      'AWS_REGION',
      'base_url',
      'API_KEY',
      'X_API_KEY',
      'ACCESS_TOKEN',
      'CLIENT_SECRET',
      'ADMIN_PASSWORD',
      'TEST_USER_2_TOKEN',
      'PASSWORT',
      'SHOP_TOKEN',
      'PROJECT_KEY',
      'NEXT_PUBLIC_STRIPE_PUBLISHABLE_KEY',
      'STRIPE_PRICE_ID',
      ...'BASE_URL API_URL HOST TOKEN PASSWORD USERNAME AuthToken AccessToken BaseUrl TenantId CourseOfferingId'.split(
        ' ',
      ),
      ...'AUTH_TOKEN CONSUMER_KEY STORE_ID USER_EMAIL stripe_sk shopToken Admin_User_Password BEARER_TOKEN'.split(
        ' ',
      ),
      `${'A_'.repeat(5000)}TOKEN`,
    ])('are taken from %s of the file', (name) => {
      loadEnv(write(`${name}=x\n`))
      expect(valuesForVariables()).toHaveProperty(name, 'x')
    })
  })

  describe('credentials', () => {
    it('name the variables that come from the file', () => {
      for (const name of ['LLM_BASE_URL', 'GROQ_API_KEY']) vi.stubEnv(name, undefined)
      vi.stubEnv('OPENAI_API_KEY', 'process')
      loadEnv(
        write('LLM_BASE_URL=http://127.0.0.1:9\nOPENAI_API_KEY=file\nGROQ_API_KEY=file\nshop_API_KEY=x\n'),
      )
      const { llm, keys, fromEnvFile } = credentialsFromEnv()
      expect(llm).toEqual({ baseUrl: 'http://127.0.0.1:9' })
      expect(keys).toMatchObject({ OPENAI_API_KEY: 'process', GROQ_API_KEY: 'file' })
      expect(keys).not.toHaveProperty('shop_API_KEY')
      expect(fromEnvFile?.toSorted()).toEqual(['GROQ_API_KEY', 'LLM_BASE_URL'])
    })
  })
})

describe('childEnvironment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['OPENAI_API_KEY', 'k'],
    ['SERVICE_API_KEY', 'k'],
    ['AWS_SECRET_ACCESS_KEY', 'k'],
    ['SHOP_TOKEN', 'k'],
    ['VOICE_VAR_name', 'k'],
    ['NODE_OPTIONS', '--require=./x.cjs'],
    ['BROKER', 'amqp://user:secret@host/'],
    ['SENTRY', 'https://key@host/1'],
    ['CONNSTR', 'Server=db;User Id=u;Password=secret;'],
    ['npm_config__auth', 'dXNlcjpzZWNyZXQ='],
    ...[
      'PAT',
      'ADO_PAT',
      'PIN',
      'CARD_PIN',
      'OTP',
      'SIGNIN_OTP',
      'SHOPSESSION',
      'shop_session',
      'COOKIE',
      'JWT',
    ].map((name): [string, string] => [name, 'k']),
  ])('lacks %s', (name, value) => {
    vi.stubEnv(name, value)
    expect(childEnvironment()).not.toHaveProperty(name)
    expect(childEnvironment((one) => one === name)).toHaveProperty(name, value)
  })

  it.each([
    'PATH',
    'HOME',
    'LD_LIBRARY_PATH',
    'LANG',
    'CUDA_VISIBLE_DEVICES',
    'SPAT',
    'SESSION_DIR',
    'XDG_RUNTIME_DIR',
  ])('keeps %s', (name) => {
    vi.stubEnv(name, 'x')
    expect(childEnvironment()).toHaveProperty(name, 'x')
  })
})

describe('credentialsFromEnv', () => {
  it('takes the three pairs and the providers’ own keys, and not the key of the service', () => {
    const env = {
      LLM_API_KEY: 'l',
      LLM_BASE_URL: 'http://x',
      OPENAI_API_KEY: 'o',
      SERVICE_API_KEY: 's',
      STT_API_KEY: '',
    }
    expect(credentialsFromEnv(env)).toEqual({
      stt: {},
      llm: { apiKey: 'l', baseUrl: 'http://x' },
      tts: {},
      voiceModel: {},
      keys: { LLM_API_KEY: 'l', OPENAI_API_KEY: 'o' },
    })
  })
})

describe('serviceKeyValidator', () => {
  it.each([
    [{ SERVICE_API_KEY: 'secret' }, 'secret', true],
    [{ SERVICE_API_KEY: 'secret' }, 'Secret', false],
    [{ SERVICE_API_KEY: 'secret' }, 'secret ', false],
    [{ SERVICE_API_KEY: 'secret' }, '', false],
    [{ SERVICE_API_KEY: ' secret\r\n' }, 'secret', true],
    [{ SERVICE_API_KEY: '' }, 'demo-api-key', true],
    [{ SERVICE_API_KEY: '  ' }, 'demo-api-key', true],
    [{ SERVICE_API_KEY: '  ' }, '  ', false],
    [{}, 'demo-api-key', true],
  ])('%j: %j is %s', (env, key, want) => {
    expect(serviceKeyValidator(env)(key)).toBe(want)
  })
})

describe('the demo key', () => {
  it.each([
    [undefined, true],
    ['', true],
    [' \t', true],
    ['demo-api-key', true],
    ['a-key-of-ours', false],
  ])('SERVICE_API_KEY %j is known to everybody: %s', (key, known) => {
    expect(isDemoKey({ SERVICE_API_KEY: key })).toBe(known)
  })
})
