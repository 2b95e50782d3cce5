/** With a much shorter heartbeat. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServices, type TestServices } from '../../../infra/testing/harness.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { listenToPostgres, type ListenerOptions } from './postgres-listener.ts'

const CHANNEL = 'hatik_test'
const NAME = 'hatik-test-listener'

let services: TestServices
beforeAll(async () => {
  services = await testServices({ eventStore: false, redis: false })
})
afterAll(() => services.close())

const listen = (options: Pick<ListenerOptions, 'ask' | 'heartbeatMs'> & Partial<ListenerOptions>) =>
  listenToPostgres({
    databaseUrl: services.databaseUrl,
    channels: [CHANNEL],
    name: NAME,
    onNotice: () => {},
    ...options,
  })

it('asks on a connection that is already listening, also after a loss, so that no notification after the answer is missed', async () => {
  const channels: string[][] = []
  const listener = listen({
    heartbeatMs: 1,
    ask: async (client) => {
      const { rows } = await client.query<{ channel: string }>('SELECT pg_listening_channels() AS channel')
      channels.push(rows.map(({ channel }) => channel))
    },
  })
  const admin = new pg.Client({ connectionString: services.databaseUrl })
  await admin.connect()
  for (let lost = 0; lost < 5; lost += 1) {
    const before = channels.length
    await waitUntil('it was asked', async () => channels.length > before + 3)
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [NAME])
  }
  await listener.close()
  await admin.end()
  expect(channels.every((found) => found.length === 1 && found[0] === CHANNEL)).toBe(true)
})

it('asks one question at a time, however slow the answer', async () => {
  let [asked, under, most] = [0, 0, 0]
  const listener = listen({
    heartbeatMs: 5,
    ask: async (client) => {
      asked += 1
      under += 1
      most = Math.max(most, under)
      await client.query('SELECT pg_sleep(0.05)')
      under -= 1
    },
  })
  await waitUntil('it was asked again and again', async () => asked > 5)
  await listener.close()
  expect(most).toBe(1)
})
