import { expect, it } from 'vitest'
import { CARRIER_VARIABLES } from '../../../src/server/phone/carriers/carriers.js'
import { CHAT_PROVIDERS } from '../../../src/server/providers/registry.js'
import { SERVICES } from '../../../src/server/providers/services.js'
import { isEnvFileSetting, isProgramName } from '../../../src/toolkit/secrets/program-names.js'

it('every key of a provider and a carrier is a setting, so no collection can read it', () => {
  const providers = Object.values(CHAT_PROVIDERS).flatMap(({ keyVariable, otherVariables = [] }) => [
    ...(keyVariable ? [keyVariable] : []),
    ...otherVariables,
  ])
  const services = Object.values(SERVICES).map(({ keyVariable }) => keyVariable)
  const names = [...providers, ...services, ...Object.values(CARRIER_VARIABLES)]
  expect(names.filter((name) => !isEnvFileSetting(name))).toEqual([])
})

const names = (text: string) => text.trim().split(/\s+/)

it('a secret of a program is one whatever its name looks like', () => {
  const secrets =
    names(`DBPASS PGPASS DSN NEWRELIC_KEY NEWRELICKEY PEPPER HMAC_KEY COMPOSER_AUTH ROOT_PASSWORD OPENAIAPIKEY JWTSECRET
    MYSQLPASS MYSQL_PWD DB_PASS SENTRYDSN REDISURL MONGOURI STRIPESECRET VERIFF_KEY MAPTILER_KEY PASSWORD_PEPPER SMTPPASS AWSSECRETKEY
    GITHUBTOKEN TWILIOTOKEN DOCKER_AUTH DEPLOY_TOKEN RSA_KEY SSHKEY AIRBRAKE_KEY RABBITMQPASS`)
  expect(secrets.filter((name) => !isProgramName(name))).toEqual([])
})

it('an ordinary name is none', () => {
  const ordinary =
    names(`API_KEY ACCESS_TOKEN ADMIN_PASSWORD CLIENT_SECRET TEST_USER_TOKEN SHOP_API_KEY BASE_URL TOKEN USERNAME PASSWORD
    SORT_KEY PROJECT_KEY ISSUE_KEY BOARD_KEY SPACE_KEY PRIMARY_KEY MONKEY TURKEY_ID USER_PASS USERPASS BYPASS COMPASS SESSION_ID CLIENT_ID
    AUTH_TOKEN BEARER_TOKEN REFRESH_TOKEN API_TOKEN X_API_KEY SECRET CACHE_KEY HOTEL_KEY PAGE_TOKEN NEXT_PAGE_TOKEN DAY_PASS BOARDING_PASS
    CURRENCY_KEY APIKEY AUTHTOKEN ACCESSTOKEN USERTOKEN IDEMPOTENCY_KEY CSRF_TOKEN KEY PUBLIC_KEY SITE_KEY OBJECT_KEY FILE_KEY TEAM_KEY
    ORG_TOKEN STORE_TOKEN DEVICE_TOKEN PUSH_TOKEN APP_TOKEN dbpass pgpass openai_key pepper`)
  expect(ordinary.filter(isProgramName)).toEqual([])
})
