/** Notifications of buyers (decision 56): ordered by what the read models show, then sent. */
import type { Logger } from 'pino'
import { orderPushesOfAwards, type AwardSource } from '#accounts/push/order-push.ts'
import { sendDuePushes, type PushRound, type PushSource } from '#accounts/push/send-pushes.ts'
import { perksOfBusiness } from '#businesses/perks/perks.ts'
import { openNameOf } from '#businesses/profile/open-name.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { createPushService, type PushService } from '#platform/push/push-service.ts'
import type { VapidKey } from '#platform/push/vapid-key.ts'
import { awardsToTell } from './movements/awards-to-tell.ts'
import { waitingRedemption } from './redemptions/waiting.ts'
import { liveCheckpoint } from './runtime/catch-up/checkpoints.ts'

const awards: AwardSource = {
  end: async (db) => (await liveCheckpoint(db))?.position ?? null,
  awards: awardsToTell,
  cheapestPerk: async (db, businessId) => (await perksOfBusiness(db, businessId))[0]?.costTenths,
}
const current: PushSource = { businessName: openNameOf, waitingCode: waitingRedemption }

export type PushesOptions = {
  pool: Pool
  key: VapidKey
  /** Email address of the operator, for the push services. */
  subject: string
  log: Pick<Logger, 'info' | 'warn'>
  signal: AbortSignal
  onRound?: (round: PushRound) => void
  service?: PushService
  now?: () => Date
}

/** Returns a round. Throws if PostgreSQL is unavailable; what is due then waits for a later round. */
export function createPushes({
  pool,
  key,
  subject,
  log,
  signal,
  onRound = () => {},
  service = createPushService({ key, subject }),
  now = () => new Date(),
}: PushesOptions): () => Promise<void> {
  return async () => {
    await orderPushesOfAwards(pool, awards, now())
    const round = await sendDuePushes(pool, service, current, {
      now,
      signal,
      // Neither endpoint nor person.
      onFailed: ({ status, code }) => log.warn({ status, code }, 'a notification was not taken'),
    })
    onRound(round)
    if (round.sent + round.givenUp + round.putOff + round.gone > 0) log.info(round, 'notifications')
  }
}
