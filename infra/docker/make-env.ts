/**
 * Prints a `.env` for docker-compose.yml, with secrets of its own: `node infra/docker/make-env.ts [--cluster] > .env`.
 * Needs Node alone, so that it also runs in Node's own image.
 */
import { randomBytes } from 'node:crypto'
import { newScalar } from '#platform/push/vapid-key.ts'
import { API_ROLE, WORKER_ROLE } from '../migrations/rights.ts'
import { asRole, OWNER_ROLE } from '../local/role-address.ts'

/** Hexadecimal, because addresses hold it. */
const secret = (): string => randomBytes(24).toString('hex')
const STORE_PORT = 2113
const CA = encodeURIComponent('/certificates/ca/ca.crt')
/** Members of the cluster; the first one is also the single store. */
const STORES = ['eventstore1', 'eventstore2', 'eventstore3'].map((host) => `${host}:${STORE_PORT}`)

export function composeEnv({ cluster }: { cluster: boolean }): Record<string, string> {
  const superuser = `postgres://hatik:${secret()}@postgres:5432/hatik`
  const adminPassword = secret()
  const redisPassword = secret()
  const store = (user: string, password: string): string =>
    `esdb${cluster ? '+discover' : ''}://${user}:${password}@${cluster ? STORES.join(',') : STORES[0]}?tls=true&tlsCaFile=${CA}`
  return {
    COMPOSE_PROJECT_NAME: 'hatik',
    COMPOSE_PROFILES: cluster ? 'mail,cluster' : 'mail',
    PUBLIC_URL: 'https://localhost',
    API_ADDRESSES: cluster ? 'api1:3000 api2:3000' : 'api1:3000',
    MAIL_FROM: 'Hatik <no-reply@hatik.test>',
    SMTP_URL: 'smtp://mail:1025',
    POSTGRES_PASSWORD: new URL(superuser).password,
    SUPERUSER_URL: superuser,
    OWNER_DATABASE_URL: asRole(superuser, OWNER_ROLE),
    API_DATABASE_URL: asRole(superuser, API_ROLE),
    WORKER_DATABASE_URL: asRole(superuser, WORKER_ROLE),
    REDIS_PASSWORD: redisPassword,
    REDIS_URL: `redis://:${redisPassword}@redis:6379`,
    STORE_CLUSTER_SIZE: cluster ? '3' : '1',
    STORE_ADMIN_PASSWORD: adminPassword,
    STORE_OPS_PASSWORD: secret(),
    STORE_ADMIN_URL: store('admin', adminPassword),
    EVENTSTORE_URL: store('hatik', secret()),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    LEDGER_KEY: randomBytes(32).toString('hex'),
    PUSH_KEY: newScalar(),
  }
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  if (words.some((word) => word !== '--cluster')) {
    console.error('node infra/docker/make-env.ts [--cluster] > .env')
    process.exit(2)
  }
  console.log('# Made by infra/docker/make-env.ts. Keep it, with mode 0600: no backup holds these keys.')
  for (const [name, value] of Object.entries(composeEnv({ cluster: words.length > 0 })))
    console.log(`${name}='${value}'`)
}
