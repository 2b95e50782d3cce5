/** The café's people and tills, and who awarded at which till during its last week. */
import { hashPassword } from '#accounts/passwords.ts'
import { addStaff } from '#businesses/staff/keep-staff.ts'
import { addTill, pairTill } from '#businesses/staff/keep-tills.ts'
import type { Place } from '#contracts/events/ledger-events.ts'
import type { StaffRole } from '#contracts/rights/business-rights.ts'
import { LOCKS_AFTER_SECONDS } from '#contracts/rights/staff-calls.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Step } from './history.ts'

/** `pin`: printed nowhere, because the tills of the demo have no tablet; the owner may change it. */
const STAFF: readonly { name: string; role: StaffRole; pin: string }[] = [
  { name: 'Նարե', role: 'manager', pin: '2468' },
  { name: 'Գոռ', role: 'cashier', pin: '1357' },
  { name: 'Սոնա', role: 'cashier', pin: '7531' },
]
const TILLS = ['Դրամարկղ 1', 'Դրամարկղ 2'] as const
const WORKED_MS = 7 * DAY_MS

const idOfThing = (cafe: number, thing: string) => commandIdOf(ledgerIds, cafe, `demo.1.${thing}`)

/** Idempotent, a day before their first act. */
export function peopleStep(
  pool: Pool,
  { cafe, now, timeOf }: { cafe: number; now: Date; timeOf: (at: Date) => Date },
): Step {
  const at = new Date(now.getTime() - WORKED_MS - DAY_MS)
  const by = (key: string) => ({
    commandId: idOfThing(cafe, key),
    actor: { userId: cafe, role: 'business' as const },
    correlationId: `demo.1.${key}`,
    at: timeOf(at),
  })
  return {
    at,
    take: async () => {
      const hashes = await Promise.all(STAFF.map(({ pin }) => hashPassword(pin)))
      await inTransaction(pool, async (client) => {
        if ((await client.query('SELECT FROM business_staff WHERE business_id = $1', [cafe])).rowCount) return
        for (const [index, { name, role }] of STAFF.entries())
          await addStaff(
            client,
            cafe,
            { id: idOfThing(cafe, `staff.${index}`), name, role, pinHash: hashes[index]! },
            by(`staff.${index}`),
          )
        for (const [index, name] of TILLS.entries()) {
          const id = idOfThing(cafe, `till.${index}`)
          const codeHash = `demo.1.till.${index}`
          const settings = { name, locksAfterSeconds: LOCKS_AFTER_SECONDS, branchId: null }
          await addTill(client, cafe, { id, ...settings, codeHash, at: timeOf(at) })
          await pairTill(client, { codeHash, pairing: id, call: undefined, correlationId: codeHash, at: timeOf(at) })
        }
      })
    },
  }
}

/** Undefined for acts before the people worked there. `turn`: any number, the same at each run. */
export function placeOfAct(cafe: number, { at, now, turn }: { at: Date; now: Date; turn: number }): Place | undefined {
  if (now.getTime() - at.getTime() > WORKED_MS) return undefined
  return {
    staffId: idOfThing(cafe, `staff.${turn % STAFF.length}`),
    tillId: idOfThing(cafe, `till.${turn % TILLS.length}`),
  }
}
