import type { Queryable } from '#platform/postgres/postgres.ts'
import { dayOfBusiness, weekBefore, type DayOfBusiness } from './day-report.ts'

type Totals = Pick<DayOfBusiness['own'], 'turnoverAmd' | 'purchases'>

/** For the mail of a day ('YYYY-MM-DD' in Asia/Yerevan); undefined without purchases and perks. */
export async function mailedDay(
  db: Queryable,
  businessId: number,
  day: string,
): Promise<(Totals & DayOfBusiness['buyers'] & { givenTenths: number; perks: number; before: Totals }) | undefined> {
  const { own, buyers } = await dayOfBusiness(db, businessId, day)
  if (own.purchases === 0 && own.perks === 0) return undefined
  const { own: before } = await dayOfBusiness(db, businessId, weekBefore(day))
  return { ...own, ...buyers, before }
}
