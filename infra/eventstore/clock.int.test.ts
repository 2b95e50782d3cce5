/** The store's clock is set while writes wait for their commit. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import { expect, it, onTestFinished } from 'vitest'
import { startEventStore } from '../local/servers/event-store.ts'
import { freePort } from '../local/ports.ts'
import { testServices } from '../testing/harness.ts'
import { counted, UNSAFE } from './embedded.ts'
import { testSwitches } from './test-switches.ts'

it('a store whose clock is set back by an hour still times out a blocked write after two seconds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-store-clock-'))
  const clock = join(folder, 'ahead')
  writeFileSync(clock, '0')
  const services = await testServices({ eventStore: false, redis: false, migrate: false })
  const [port, controlPort] = [await freePort(), await freePort()]
  const env = {
    ...UNSAFE,
    EVENTSTORE_TEST_SWITCHES: '1',
    EVENTSTORE_CONTROL_PORT: String(controlPort),
    NODE_OPTIONS: `--import ${new URL('../faults/other-clock.mjs', import.meta.url).href}`,
    HATIK_TEST_CLOCK: clock,
  }
  const server = await startEventStore({ databaseUrl: await services.openStoreDatabase(), port, env })
  const client = EventStoreDBClient.connectionString(server.url)
  onTestFinished(async () => {
    await client.dispose()
    await server.stop()
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const append = (value: number) =>
    client.appendToStream(`clock-${randomUUID()}`, counted(value), { expectedRevision: NO_STREAM })
  const switches = testSwitches(controlPort)
  const written = await append(0)
  expect(written.success).toBe(true)
  await switches.order({ fault: 'freeze-writes', times: -1 })
  const waiting = append(1).then(
    () => 'written',
    (error: { type?: string }) => error.type,
  )
  // This read takes the same route behind the write, which is therefore waiting.
  for await (const _event of client.readAll({ maxCount: 1 }));
  writeFileSync(clock, '-3600000')
  expect(await waiting).toBe('deadline-exceeded')
}, 20_000)
