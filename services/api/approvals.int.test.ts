/** The list of registrations that wait for an administrator (H21). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approvals, Overview } from '#contracts/admin.ts'
import type { Person } from '../../infra/quality/person.ts'
import { signInStaff } from '../../infra/quality/staff.ts'
import { startProduct, type Product } from '../../infra/quality/test-product.ts'

let product: Product
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
})
afterAll(() => product?.close())

const registered = () => product.business({ status: 'pending', plan: 'starter' })
async function neverVerified({ id }: Person, days: number): Promise<void> {
  await product.pool.query('UPDATE business_profiles SET created_at = created_at - make_interval(days => $2) WHERE user_id = $1', [id, days])
  await product.pool.query('UPDATE users SET email_verified = false, email_verified_at = NULL WHERE id = $1', [id])
}

it('an administrator sees registrations whose address is verified before the others, of which anybody can make any number (H21)', async () => {
  const [first, second] = [await registered(), await registered()]
  const ids = [first.id, second.id]
  const listed = async () => (await admin.get<Approvals>('/api/admin/approvals')).body.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(await listed()).toEqual(ids)
  await neverVerified(first, 0)
  expect(await listed()).toEqual([second.id, first.id])
})

it('how long a registration has waited counts from when its address was verified: before, it waits for the applicant (H21)', async () => {
  const waiting = await registered()
  const since = async () => (await admin.get<Approvals>('/api/admin/approvals')).body.find(({ id }) => id === waiting.id)
  await neverVerified(waiting, 3)
  expect(await since()).toMatchObject({ amber: false })
  const verifiedAt = (hours: number) =>
    product.pool.query('UPDATE users SET email_verified = true, email_verified_at = now() - make_interval(hours => $2) WHERE id = $1 RETURNING email_verified_at AS at', [waiting.id, hours])
  const { rows } = await verifiedAt(2)
  expect(await since()).toMatchObject({ amber: false, waitingSince: (rows[0] as { at: Date }).at.toISOString() })
  await verifiedAt(21)
  const amber = await since()
  expect(amber).toMatchObject({ amber: true })
  // One that nobody has verified waits longer, and not for an administrator.
  const other = await registered()
  await neverVerified(other, 9)
  expect((await admin.get<Overview>('/api/admin/overview')).body.approvals.oldestSince).toBe(amber?.waitingSince)
})
