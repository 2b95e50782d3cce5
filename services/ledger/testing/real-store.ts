import { afterAll } from 'vitest'
import { createEventStoreGateway, type EventStoreGateway } from '#platform/event-store/gateway.ts'
import { testServices } from '../../../infra/testing/harness.ts'

/** Call once per test file, at its top. */
export async function realStore(): Promise<EventStoreGateway> {
  const services = await testServices({ redis: false })
  const store = createEventStoreGateway(services.eventStoreUrl)
  afterAll(async () => {
    await store.close()
    await services.close()
  })
  await store.warmUp()
  return store
}
