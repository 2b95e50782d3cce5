import { BUSINESS_EVENT_DATA, businessStream, type BusinessEventData } from '#contracts/events/business-events.ts'
import { recordChange, type Recording } from '#platform/outbox/event-outbox.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'

export async function recordPlanChange(
  client: PoolClient,
  businessId: number,
  data: BusinessEventData<'PlanChanged'>,
  recording: Recording,
): Promise<void> {
  await recordChange(
    client,
    businessStream(businessId),
    BUSINESS_EVENT_DATA,
    [{ type: 'PlanChanged', data }],
    recording,
  )
}

/** H24: the paid plan expired or was refunded. */
export async function recordPlanLapse(
  client: PoolClient,
  businessId: number,
  data: BusinessEventData<'PlanLapsed'>,
  recording: Recording,
): Promise<void> {
  await recordChange(client, businessStream(businessId), BUSINESS_EVENT_DATA, [{ type: 'PlanLapsed', data }], recording)
}
