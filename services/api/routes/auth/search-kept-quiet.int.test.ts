/** Administrators' searches are never logged, even on failure. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdminUsers } from '#contracts/calls/staff/admin.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

const logged: string[] = []
let product: Product
let admin: Person
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'trace' }, log: (line) => logged.push(JSON.stringify(line)) })
  admin = await signInStaff(product, 'admin')
})
afterAll(() => product.close())

const SEARCHED = ['+374 91 765432', '091-76-54-32', 'anahit.s@example.am', 'Սարգսյան']
const search = (typed: string) => admin.get<AdminUsers>(`/api/admin/users?search=${encodeURIComponent(typed)}`)

it('no searched number or name is in the log, at any level', async () => {
  for (const typed of SEARCHED) expect((await search(typed)).status).toBe(200)
  expect((await admin.get(`/api/admin/users?search=${encodeURIComponent('+37491765432'.repeat(9))}`)).status).toBe(400)

  await product.pool.query(
    'ALTER TABLE users RENAME COLUMN phone TO telephone; ALTER TABLE users ADD COLUMN phone integer',
  )
  for (const typed of SEARCHED) expect((await search(typed)).status).toBe(500)
  await product.pool.query('ALTER TABLE users DROP COLUMN phone; ALTER TABLE users RENAME COLUMN telephone TO phone')

  const failures = await waitUntil('the failures are in the log', async () => {
    const told = logged.filter((line) => line.includes('request failed'))
    return told.length === SEARCHED.length && told
  })
  expect(failures).toHaveLength(SEARCHED.length)
  const whole = logged.join('\n').normalize('NFKC')
  for (const trace of ['76543', '76-54', 'anahit', 'Սարգսյան', encodeURIComponent('Սարգսյան')])
    expect(whole).not.toContain(trace)
})
