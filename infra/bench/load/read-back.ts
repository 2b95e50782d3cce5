/** Reads one's own write: a buyer's balance right after an award, with its consistency token. */
import { businessIdOf, buyerCodeOf, buyerIdOf, ONE_ACCOUNT_BUSINESS } from '../people.ts'
import { tenthsForAmount } from '#contracts/units/points.ts'
import { Samples } from '../measure/percentiles.ts'
import type { Awarder } from './awarder.ts'
import { Connection } from './connection.ts'
import { headerOf } from './reply.ts'
import { getRequest, type Host } from './request.ts'

/** Buyers at the one-account business that nobody else uses. */
export const FIRST_READER = 100
export const READERS = 100

const AMOUNT_AMD = 2_500

export type ReadBack = { readMs: Samples; stale: number }

/** Runs until `over()`, `perSecond` pairs of award and read. */
export async function readBack({
  host,
  awarder,
  cookies,
  perSecond,
  over,
}: {
  host: Host
  awarder: Awarder
  cookies: readonly string[]
  perSecond: number
  over: () => boolean
}): Promise<ReadBack> {
  const readMs = new Samples()
  const businessId = businessIdOf(ONE_ACCOUNT_BUSINESS)
  let stale = 0
  const pair = async (connection: Connection, reader: number): Promise<void> => {
    const buyer = FIRST_READER + reader
    const prepared = awarder.prepare({
      business: ONE_ACCOUNT_BUSINESS,
      buyerCode: buyerCodeOf(buyer),
      amountAmd: AMOUNT_AMD,
      tenths: tenthsForAmount(AMOUNT_AMD),
    })
    const award = await connection.ask(prepared.request)
    if (!awarder.book(prepared, award) || !award) return
    const token = headerOf(award.head, 'consistency-token')
    const request = getRequest(host, `/api/buyer/${buyerIdOf(buyer)}/points`, cookies[reader] ?? '', token)
    const startedAt = performance.now()
    const read = await connection.ask(request)
    readMs.push(performance.now() - startedAt)
    const { balance } = JSON.parse(award.body) as { balance: string }
    const seen = read?.status === 200 ? (JSON.parse(read.body) as { points: string; business: { id: number } }[]) : []
    if (seen.find(({ business }) => business.id === businessId)?.points !== balance) stale += 1
  }
  const lanes = 8
  const everyMs = (1000 / perSecond) * lanes
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const connection = await Connection.open(host)
      let nextAt = performance.now() + (everyMs * lane) / lanes
      for (let turn = lane; !over(); turn += lanes) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextAt - performance.now())))
        nextAt += everyMs
        await pair(connection, turn % READERS)
      }
      connection.close()
    }),
  )
  return { readMs, stale }
}
