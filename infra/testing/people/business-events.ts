import { BUSINESS_PREFIX, businessStream } from '#contracts/events/business-events.ts'
import { createEventStoreGateway, type LogEvent } from '#platform/event-store/gateway.ts'
import type { Product } from '../servers/test-product.ts'
import { waitUntil } from '../wait-until.ts'

/** A business's events, once there are `wanted`; the outbox relays them with a delay. */
export async function eventsOfBusiness({ services }: Product, businessId: number, wanted: number): Promise<LogEvent[]> {
  const store = createEventStoreGateway(services.eventStoreUrl)
  const reader = store.openLogReader([BUSINESS_PREFIX])
  try {
    return await waitUntil(`${wanted} events of business ${businessId}`, async () => {
      const { events } = await reader.read(null, 2_000)
      const own = events.filter(({ stream }) => stream === businessStream(businessId))
      return own.length >= wanted && own
    })
  } finally {
    await reader.close()
    await store.close()
  }
}

/** From the outbox, including changes not yet relayed. */
export async function planChangesOf({ pool }: Product, businessId: number): Promise<string[]> {
  const { rows } = await pool.query<{ change: string }>(
    `SELECT concat(data ->> 'fromPlan', '>', data ->> 'toPlan') AS change FROM event_outbox WHERE stream = $1 AND type = 'PlanChanged' ORDER BY id`,
    [businessStream(businessId)],
  )
  return rows.map(({ change }) => change)
}
