import { Redis } from 'ioredis'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRedis } from '#platform/redis/redis.ts'
import { openProxy, type Proxy } from '../../../infra/testing/servers/proxy.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { startRedis } from '../../../infra/local/servers/redis.ts'
import { createWakeQueue } from '../wake/queue.ts'

/** Two servers behind one address, as in a failover that leaves old connections open. */
const folder = mkdtempSync(join(tmpdir(), 'hatik-failover-'))
let servers: Awaited<ReturnType<typeof startRedis>>[] = []
let address: Proxy
let primary = 0
beforeAll(async () => {
  servers = await Promise.all(['one', 'two'].map((name) => startRedis({ dataDir: join(folder, name) })))
  for (const { url } of servers) await told(url, (redis) => redis.config('SET', 'requirepass', ''))
  address = await openProxy(`redis://127.0.0.1:${servers[0]?.port}`, (client) => {
    const upstream = connect(servers[primary]?.port ?? 0, '127.0.0.1')
    upstream.on('error', () => {})
    client.pipe(upstream).pipe(client)
  })
})
afterAll(async () => {
  await address?.close()
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function told(url: string, tell: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url)
  await tell(redis)
  redis.disconnect()
}

it('a client of a Redis that has become a replica moves to the new primary', async () => {
  const redis = createRedis(address.url)
  const queue = createWakeQueue(address.url, 'failover')
  try {
    await redis.set('before', '1')
    await queue.wake()
    await told(`redis://127.0.0.1:${servers[0]?.port}`, (one) => one.replicaof('127.0.0.1', servers[1]?.port ?? 0))
    primary = 1
    await expect(redis.set('after', '1')).rejects.toThrow('READONLY')
    await waitUntil('writes are taken', () => redis.set('after', '1').catch(() => undefined))
    await waitUntil('a wake-up is taken', () =>
      queue.wake().then(
        () => true,
        () => undefined,
      ),
    )
  } finally {
    redis.disconnect()
    await queue.close()
  }
})
