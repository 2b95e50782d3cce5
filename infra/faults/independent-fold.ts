/** An independent fold of the ledger, without the product's code: balances of all accounts, and awards per command. */
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import type { LogEvent, LogReader } from '#platform/event-store/log-reader.ts'

export type Folded = {
  /** Tenths by stream. */
  balances: Map<string, number>
  awards: Map<string, number>
  movements: number
  /** The lowest balance ever of any stream, in tenths. */
  lowestTenths: number
}

type Loose = Record<string, number>

const SIGNS: Record<string, [field: string, sign: 1 | -1]> = {
  PointsAwarded: ['tenths', 1],
  PerkRedeemed: ['costTenths', -1],
  PointsRefunded: ['tenths', 1],
  AwardVoided: ['tenths', -1],
  AwardCorrected: ['differenceTenths', 1],
  AccountClosed: ['forfeitedTenths', -1],
  PointsMergedOut: ['tenths', -1],
  PointsMergedIn: ['tenths', 1],
}

/** Of a store's whole log. */
export async function foldStore(eventStoreUrl: string): Promise<Folded> {
  const gateway = createEventStoreGateway(eventStoreUrl)
  const log = gateway.openLogReader()
  try {
    return await foldLog(log)
  } finally {
    await log.close()
    await gateway.close()
  }
}

export async function foldLog(log: LogReader): Promise<Folded> {
  const folded: Folded = { balances: new Map(), awards: new Map(), movements: 0, lowestTenths: 0 }
  const revisions = new Map<string, number>()
  let after: bigint | null = null
  for (;;) {
    const batch = await log.read(after, 5_000)
    for (const event of batch.events) {
      const next = (revisions.get(event.stream) ?? -1) + 1
      if (event.revision !== next) throw new Error(`${event.stream} has revision ${event.revision} instead of ${next}`)
      if (after !== null && event.position <= after) throw new Error('Positions do not increase')
      revisions.set(event.stream, next)
      add(folded, event)
    }
    after = batch.lastPosition
    if (batch.reachedHead) return folded
  }
}

function add(folded: Folded, event: LogEvent): void {
  if (event.type === 'PointsAwarded') {
    const { commandId } = event.metadata as { commandId: string }
    folded.awards.set(commandId, (folded.awards.get(commandId) ?? 0) + 1)
  }
  const sign = SIGNS[event.type]
  if (!sign) return
  const balance = (folded.balances.get(event.stream) ?? 0) + sign[1] * ((event.data as Loose)[sign[0]] ?? Number.NaN)
  folded.balances.set(event.stream, balance)
  folded.lowestTenths = Math.min(folded.lowestTenths, balance)
  folded.movements += 1
}
