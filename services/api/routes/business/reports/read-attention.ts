import type { Attention, Remark } from '#contracts/calls/attention.ts'
import { buyerCodes } from '#accounts/buyers.ts'
import { attentionSettings } from '#businesses/profile/attention-settings.ts'
import { shopNames, type ShopNames } from '#businesses/staff/shop-names.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import { dayRemarks, type DayRemarks } from '#projections/attention/day-remarks.ts'

/** One decimal is kept. */
const TENTH = 10

/** `day`: 'YYYY-MM-DD' in Asia/Yerevan. */
export async function readAttention(pool: Pool, businessId: number, day: string): Promise<Attention> {
  const { found, names, codes } = await inSnapshot(pool, async (client) => {
    const found = await dayRemarks(client, businessId, day, await attentionSettings(client, businessId))
    const buyers = new Set([...found.large, ...found.many].map(({ buyerId }) => buyerId))
    return { found, names: await shopNames(client, businessId), codes: await buyerCodes(client, [...buyers]) }
  })
  const remarks = remarksOf(found, names, codes)
  return { day, usualAmd: found.usualAmd, remarks, hasMore: found.hasMore }
}

/** Newest first. */
function remarksOf(
  { usualAmd, large, many, undos, outside }: DayRemarks,
  names: ShopNames,
  codes: ReadonlyMap<number, string>,
): Remark[] {
  const named = (id: string | null, of: ReadonlyMap<string, string>) =>
    id === null ? null : { id, name: of.get(id) ?? null }
  const acted = ({ at, staffId, tillId }: { at: Date; staffId: string | null; tillId: string | null }) => ({
    at: at.toISOString(),
    person: named(staffId, names.people),
    till: named(tillId, names.tills),
  })
  const buyer = (id: number) => ({ id, buyerId: codes.get(id) ?? '' })
  const remarks: Remark[] = [
    ...large.map(({ awardId, buyerId, amountAmd, isCorrection, isUndone, ...act }) => ({
      kind: 'large_award' as const,
      ...acted(act),
      awardId,
      buyer: buyer(buyerId),
      amountAmd,
      usualAmd: usualAmd ?? 0,
      isCorrection,
      isUndone,
    })),
    ...many.map(({ buyerId, from, awards, amountAmd, ...act }) => ({
      kind: 'many_awards' as const,
      ...acted(act),
      buyer: buyer(buyerId),
      from: from.toISOString(),
      awards,
      amountAmd,
    })),
    ...undos.map(({ voids, corrections, undoneUses, othersMean, ...act }) => ({
      kind: 'undos' as const,
      ...acted(act),
      voids,
      corrections,
      undoneUses,
      othersMean: othersMean === null ? null : Math.round(othersMean * TENTH) / TENTH,
    })),
    ...outside.map(({ from, acts, ...act }) => ({
      kind: 'outside_hours' as const,
      ...acted(act),
      from: from.toISOString(),
      acts,
    })),
  ]
  return remarks.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
