/**
 * Starts PostgreSQL and Redis once per run of integration tests: from DATABASE_URL and REDIS_URL, else by
 * Testcontainers if Docker answers, else embedded.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { Redis } from 'ioredis'
import { dropDatabase, onMaintenance, withDatabase } from '../local/servers/database.ts'
import { startPostgres } from '../local/servers/postgres.ts'
import { startRedis } from '../local/servers/redis.ts'
import { makeRoles } from '../local/roles.ts'
import { dockerAnswers } from './docker-engine.ts'

/** In the run's folder: addresses of logical databases whose product is not closed (shared-product.ts). */
export const REDIS_TO_EMPTY = 'redis-to-empty'

export interface SharedServers {
  /** Removed after the run. */
  folder: string
  /** Tests create their own databases. */
  postgresUrl: string
  redisUrl: string
  /** Prefix of the run's database names. */
  run: string
  /** Whether processes have their own roles, as with `npm start`; not on foreign servers. */
  withRoles: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: SharedServers
  }
}

interface Started {
  url: string
  stop: () => Promise<void>
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-test-'))
  // As root, PostgreSQL runs as nobody and must enter the folder.
  chmodSync(folder, 0o711)
  const docker = await dockerAnswers()
  const postgres = await postgresServer(folder, docker)
  const redis = await redisServer(folder, docker)
  const run = `hatik_test_${randomBytes(4).toString('hex')}`
  const withRoles = !process.env['DATABASE_URL']
  if (withRoles) await makeRoles(postgres.url)
  project.provide('servers', { folder, postgresUrl: postgres.url, redisUrl: redis.url, run, withRoles })
  return async () => {
    // Leaves nothing on a foreign server.
    if (process.env['DATABASE_URL']) await dropAll(postgres.url, run)
    if (process.env['REDIS_URL']) await emptyAll(join(folder, REDIS_TO_EMPTY))
    await redis.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function emptyAll(list: string): Promise<void> {
  if (!existsSync(list)) return
  for (const url of readFileSync(list, 'utf8').trim().split('\n')) {
    const redis = new Redis(url)
    await redis.flushdb()
    redis.disconnect()
  }
}

async function dropAll(postgresUrl: string, run: string): Promise<void> {
  const found = await onMaintenance(postgresUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [run]),
  )
  for (const { datname } of found.rows) await dropDatabase(withDatabase(postgresUrl, datname))
}

async function postgresServer(folder: string, docker: boolean): Promise<Started> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }
  const contained = docker ? await inContainer('PostgreSQL', postgresContainer) : undefined
  return contained ?? startPostgres({ dataDir: join(folder, 'postgres'), fsync: 'off' })
}

async function redisServer(folder: string, docker: boolean): Promise<Started> {
  const given = process.env['REDIS_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }
  const contained = docker ? await inContainer('Redis', redisContainer) : undefined
  return contained ?? startRedis({ dataDir: join(folder, 'redis') })
}

/** Falls back to the embedded server, e.g. without image and network. */
async function inContainer(name: string, start: () => Promise<Started>): Promise<Started | undefined> {
  try {
    return await start()
  } catch (error) {
    console.warn(`${name} through Testcontainers failed, using the embedded one: ${(error as Error).message}`)
    return undefined
  }
}

async function postgresContainer(): Promise<Started> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const command = ['postgres', '-c', 'fsync=off', '-c', 'max_connections=200']
  const container = await new PostgreSqlContainer('postgres:18').withDatabase('hatik').withCommand(command).start()
  return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) }
}

async function redisContainer(): Promise<Started> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer('redis:7-alpine')
    .withCommand(['redis-server', '--databases', '512', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start()
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    stop: async () => void (await container.stop()),
  }
}
