/** Registrations to approve (H21). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approvals, Overview } from '#contracts/calls/staff/admin.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
})
afterAll(() => product?.close())

const overview = async () => (await admin.get<Overview>('/api/admin/overview')).body.approvals
const registered = () => product.business({ status: 'pending', plan: 'starter' })
async function neverVerified({ id }: Person, days: number): Promise<void> {
  await product.pool.query(
    'UPDATE business_profiles SET created_at = created_at - make_interval(days => $2) WHERE user_id = $1',
    [id, days],
  )
  await product.pool.query('UPDATE users SET email_verified = false, email_verified_at = NULL WHERE id = $1', [id])
}

it('the overview counts decidable registrations, with the longest wait, and unverified ones separately (H30)', async () => {
  const approvals = async () => (await admin.get<Approvals>('/api/admin/approvals')).body
  expect(await overview()).toEqual({ waiting: 0, oldestSince: null, unverified: 0 })
  const [first, second] = [await registered(), await registered()]
  await neverVerified(first, 2)
  await neverVerified(second, 1)
  expect((await approvals()).map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await overview()).toEqual({ waiting: 0, oldestSince: null, unverified: 2 })
  await product.pool.query('UPDATE users SET email_verified = true, email_verified_at = now() WHERE id = $1', [
    second.id,
  ])
  expect((await approvals()).map(({ id }) => id)).toEqual([second.id, first.id])
  const since = (await approvals())[0]?.waitingSince
  expect(await overview()).toEqual({ waiting: 1, oldestSince: since, unverified: 1 })
  await product.pool.query(`UPDATE business_profiles SET status = 'rejected' WHERE user_id = ANY($1)`, [
    [first.id, second.id],
  ])
})

it('verified registrations come first, because anybody can make unverified ones (H21)', async () => {
  const [first, second] = [await registered(), await registered()]
  const ids = [first.id, second.id]
  const listed = async () =>
    (await admin.get<Approvals>('/api/admin/approvals')).body.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(await listed()).toEqual(ids)
  await neverVerified(first, 0)
  expect(await listed()).toEqual([second.id, first.id])
})

it('the wait counts from the verification of the address (H21)', async () => {
  const waiting = await registered()
  const since = async () =>
    (await admin.get<Approvals>('/api/admin/approvals')).body.find(({ id }) => id === waiting.id)
  await neverVerified(waiting, 3)
  expect(await since()).toMatchObject({ amber: false })
  const verifiedAt = (hours: number) =>
    product.pool.query(
      'UPDATE users SET email_verified = true, email_verified_at = now() - make_interval(hours => $2) WHERE id = $1 RETURNING email_verified_at AS at',
      [waiting.id, hours],
    )
  const { rows } = await verifiedAt(2)
  expect(await since()).toMatchObject({ amber: false, waitingSince: (rows[0] as { at: Date }).at.toISOString() })
  await verifiedAt(21)
  const amber = await since()
  expect(amber).toMatchObject({ amber: true })
  // Unverified ones wait longer, but not for an administrator.
  const other = await registered()
  await neverVerified(other, 9)
  expect((await overview()).oldestSince).toBe(amber?.waitingSince)
})

it('lists and counts at most five hundred registrations (H30)', async () => {
  await product.pool.query(
    `WITH owners AS (
       INSERT INTO users (email, password, role, first_name, last_name, email_verified)
       SELECT 'one-of-many-' || n || '@hatik.test', 'none', 'business', 'Firstname', 'Lastname', true FROM generate_series(1, 501) AS n RETURNING id
     ) INSERT INTO business_profiles (user_id, business_name, slug, status, subscription_plan)
       SELECT id, 'One of many', 'one-of-many-' || id, 'pending', 'starter' FROM owners`,
  )
  const { body } = await admin.get<Approvals>('/api/admin/approvals')
  expect(body.length).toBe(500)
  expect(await overview()).toEqual({ waiting: 500, oldestSince: body[0]?.waitingSince, unverified: 0 })
})
