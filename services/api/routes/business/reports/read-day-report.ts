import type { DayReport, DaySums, DayTotals, ReportGroup } from '#contracts/calls/day-report.ts'
import { pointsNumber } from '#contracts/units/points.ts'
import { shopNames } from '#businesses/staff/shop-names.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inSnapshot } from '#platform/postgres/transaction.ts'
import {
  dayOfBusiness,
  weekBefore,
  type DayOfBusiness,
  type Group,
  type Sums,
} from '#projections/day-report/day-report.ts'

/** `day`: 'YYYY-MM-DD' in Asia/Yerevan. */
export async function readDayReport(pool: Pool, businessId: number, day: string): Promise<DayReport> {
  const comparedDay = weekBefore(day)
  const { now, before, names } = await inSnapshot(pool, async (client) => ({
    now: await dayOfBusiness(client, businessId, day),
    before: await dayOfBusiness(client, businessId, comparedDay),
    names: await shopNames(client, businessId),
  }))
  const named = (groups: readonly Group[], of?: ReadonlyMap<string, string>): ReportGroup[] =>
    groups.map(({ id, ...sums }) => ({ id, name: (id !== null && of?.get(id)) || null, ...shown(sums) }))
  return {
    day,
    comparedDay,
    totals: totalsOf(now),
    compared: totalsOf(before),
    otherDays: shown(now.otherDays),
    hours: now.hours.map(({ purchases, turnoverAmd }, hour) => ({
      purchases,
      turnoverAmd,
      comparedAmd: before.hours[hour]!.turnoverAmd,
    })),
    people: named(now.people, names.people),
    tills: named(now.tills, names.tills),
    branches: named(now.branches, names.branches),
    handedOver: now.handedOver.map(({ perkId, perks, usedTenths }) => ({
      perkId,
      name: names.perks.get(perkId) ?? '',
      perks,
      usedPoints: pointsNumber(usedTenths),
    })),
  }
}

const shown = ({ purchases, turnoverAmd, givenTenths, perks, usedTenths }: Sums): DaySums => ({
  purchases,
  turnoverAmd,
  givenPoints: pointsNumber(givenTenths),
  perks,
  usedPoints: pointsNumber(usedTenths),
})

function totalsOf({ own, buyers: { buyers, newBuyers } }: DayOfBusiness): DayTotals {
  return {
    ...shown(own),
    buyers,
    newBuyers,
    returningBuyers: buyers - newBuyers,
    averageAmd: own.purchases > 0 ? Math.round(own.turnoverAmd / own.purchases) : null,
  }
}
