/** Support visits of a removed administrator (H31, H34): their owners must not be told that a visit still runs. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { supportStream } from '#contracts/events/support-events.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { recordVisitEnd, recordVisitStart, type Visit } from './impersonation.ts'
import { removeStaff } from './staff/remove-staff.ts'
import { createStaff } from './staff/staff.ts'

const { pool } = await testDatabase()

const NOW = new Date('2026-06-01T08:00:00.000Z')
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
const administrator = async (email: string) =>
  (await createStaff(pool, { email, role: 'admin', firstName: 'Admin', lastName: 'Hatik', language: 'en' }))!.id

async function visitBy(adminId: number, begunAt: Date): Promise<Visit> {
  const visit = { visitId: randomUUID(), adminId, businessId: 7 }
  await recordVisitStart(pool, visit, {
    reason: 'the owner has asked',
    expiresAt: new Date(begunAt.getTime() + 30 * 60_000),
    correlationId: 'test',
    at: begunAt,
  })
  return visit
}
const ends = async ({ visitId }: Visit) =>
  (
    await pool.query(`SELECT data ->> 'how' AS how FROM event_outbox WHERE stream = $1 AND type = 'VisitEnded'`, [
      supportStream(visitId),
    ])
  ).rows

it('running visits end with the administrator, once; ended, expired and other administrators’ visits stay as they are', async () => {
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name) OVERRIDING SYSTEM VALUE VALUES (7, 'cafe@hatik.test', '!', 'business', '', '')`,
  )
  const [leaving, staying] = [await administrator('leaving@hatik.test'), await administrator('staying@hatik.test')]
  const running = [await visitBy(leaving, minutes(-29)), await visitBy(leaving, minutes(-1))]
  const [runOut, left, another] = [
    await visitBy(leaving, minutes(-30)),
    await visitBy(leaving, minutes(-2)),
    await visitBy(staying, minutes(-1)),
  ]
  await recordVisitEnd(pool, left, { how: 'exited', correlationId: 'test', at: minutes(-1) })

  expect(await removeStaff(pool, 'Leaving@hatik.test', NOW)).toEqual({ kind: 'removed', id: leaving, role: 'admin' })
  expect(await removeStaff(pool, 'leaving@hatik.test', NOW)).toEqual({ kind: 'nobody' })
  for (const visit of running) expect(await ends(visit)).toEqual([{ how: 'expired' }])
  expect([await ends(runOut), await ends(left), await ends(another)]).toEqual([[], [{ how: 'exited' }], []])
})
