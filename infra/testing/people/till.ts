import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#contracts/rights/business-rights.ts'
import { cookieOf, Person } from './person.ts'
import type { Product } from '../servers/test-product.ts'

export type TestTill = Person & { tillId: string; pairingCode: string }

export const PIN = '4711'

/** A till of the business, as a person with the till's cookie. */
export async function pairTill(
  product: Pick<Product, 'address'>,
  owner: Person,
  { name = 'Till 1', locksAfterSeconds = 120, branchId = null as string | null } = {},
): Promise<TestTill> {
  const added = await owner.write<{ till: { tillId: string }; pairingCode: string }>(
    'POST',
    `/api/business/${owner.id}/tills`,
    { name, locksAfterSeconds, branchId },
  )
  if (added.status !== 201) throw new Error(`A till: ${added.status} ${added.body.message}`)
  const { till, pairingCode } = added.body
  const person = new Person(product.address, owner)
  const paired = await person.write('POST', '/api/till/pair', { code: pairingCode })
  if (paired.status !== 200) throw new Error(`Pairing: ${paired.status} ${paired.body.message}`)
  person.cookie = cookieOf(paired.headers)
  return Object.assign(person, { tillId: till.tillId, pairingCode })
}

/** Returns the person's id. */
export async function addStaff(
  owner: Person,
  role: StaffRole = 'cashier',
  { name = `Person ${randomUUID().slice(0, 6)}`, pin = PIN } = {},
): Promise<string> {
  const added = await owner.write<{ staffId: string }>('POST', `/api/business/${owner.id}/staff`, { name, role, pin })
  if (added.status !== 201) throw new Error(`A person: ${added.status} ${added.body.message}`)
  return added.body.staffId
}

/** Returns the branch's id. */
export async function addBranch(owner: Person, name = `Branch ${randomUUID().slice(0, 6)}`): Promise<string> {
  const added = await owner.write<{ branchId: string }>('POST', `/api/business/${owner.id}/branches`, { name })
  if (added.status !== 201) throw new Error(`A branch: ${added.status} ${added.body.message}`)
  return added.body.branchId
}

export const unlock = (till: Person, staffId: string, pin = PIN) =>
  till.send<{ staffId: string; unlock: string }>('POST', '/api/till/unlock', { staffId, pin })
