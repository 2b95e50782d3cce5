/** The rights table against every call: a new call cannot escape it, and a till reaches nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUSINESS_RIGHTS, rightAtTill } from '#contracts/rights/business-rights.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { addStaff, pairTill, unlock } from '../../../infra/testing/people/till.ts'
import { sharedProduct } from '../../../infra/testing/servers/shared-product.ts'
import type { Product } from '../../../infra/testing/servers/test-product.ts'
import { WHO_MAY_CALL } from '../../../infra/testing/people/who-may-call.ts'
import { OPERATIONS } from '../open-api/operations.ts'

let product: Product
let owner: Person
beforeAll(async () => {
  product = await sharedProduct()
  owner = await product.business()
})
afterAll(() => product.close())

const SOME_ID = '00000000-0000-5000-8000-000000000000'
const ofBusiness = Object.entries(OPERATIONS).filter(
  ([, { access }]) => access === 'till' || WHO_MAY_CALL[access].includes('business'),
)

/** Without a body, so nothing that is let through succeeds by accident. The live stream is read up to its status. */
async function answerTo(who: Person, call: string): Promise<{ status: number; code: string | undefined }> {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' || name === 'userId' ? String(owner.id) : name === 'buyerId' ? 'AN1234' : SOME_ID,
  )
  const ends = new AbortController()
  const answer = await fetch(product.address + path, { method, headers: { cookie: who.cookie }, signal: ends.signal })
  const isLive = answer.headers.get('content-type')?.includes('event-stream') ?? false
  const body = isLive ? {} : ((await answer.json().catch(() => ({}))) as { code?: string })
  ends.abort()
  return { status: answer.status, code: body.code }
}

const isRefused = ({ status, code }: Awaited<ReturnType<typeof answerTo>>) => status === 403 && code === 'forbidden'

describe('the rights of the business side', () => {
  it('have a row for every call that a business or a till may make, and for no other', () => {
    expect(ofBusiness.map(([call]) => call).toSorted()).toEqual(Object.keys(BUSINESS_RIGHTS).toSorted())
  })

  it('leave to the owner every call but those of a till', () => {
    const refused = Object.entries(BUSINESS_RIGHTS).filter(([, { owner: right }]) => right !== 'yes')
    expect(refused.map(([call]) => call).toSorted()).toEqual(
      ofBusiness
        .filter(([, { access }]) => access === 'till')
        .map(([call]) => call)
        .toSorted(),
    )
  })
})

describe('a till', () => {
  const needsSession = Object.entries(OPERATIONS).filter(([, { access }]) => access !== 'everybody')

  async function expectOnlyItsCalls(till: Person, actor: 'manager' | 'cashier' | 'till'): Promise<void> {
    const seen: string[] = []
    const wanted: string[] = []
    for (const [call] of needsSession) {
      seen.push(`${call}: ${isRefused(await answerTo(till, call)) ? 'refused' : 'let through'}`)
      wanted.push(`${call}: ${rightAtTill(actor, call) === 'no' ? 'refused' : 'let through'}`)
    }
    expect(seen).toEqual(wanted)
  }

  it('of a shop without people reaches the counter and no other call', async () => {
    await expectOnlyItsCalls(await pairTill(product, owner), 'till')
  })

  it('reaches no other call when a cashier or a manager has unlocked it', async () => {
    for (const role of ['cashier', 'manager'] as const) {
      const staffId = await addStaff(owner, role)
      const till = await pairTill(product, owner)
      expect((await unlock(till, staffId)).status).toBe(200)
      // POST /api/till/lock comes last in the list of calls.
      await expectOnlyItsCalls(till, role)
    }
  })

  it('cannot act for another business, whatever id it sends', async () => {
    const [other, staffId] = [await product.business(), await addStaff(owner)]
    const till = await pairTill(product, owner)
    await unlock(till, staffId)
    for (const [method, path, body] of [
      ['POST', 'award-points', { buyerId: 'AN1234', amountSpent: 500 }],
      ['POST', 'verify-redemption', { redemptionCode: 'ABCD2345' }],
      ['POST', `awards/${SOME_ID}/void`, { reason: 'Wrong amount' }],
    ] as const)
      expect((await till.write(method, `/api/business/${other.id}/${path}`, body)).status).toBe(403)
    expect((await till.get(`/api/business/${other.id}/awards`)).status).toBe(403)
  })

  it("cannot be unlocked by a person of another business, and the owner's session is no till", async () => {
    const other = await product.business()
    const stranger = await addStaff(other)
    const till = await pairTill(product, owner)
    expect((await unlock(till, stranger)).body.code).toBe('staff_not_found')
    expect((await owner.get('/api/till')).status).toBe(403)
    expect((await unlock(owner, stranger)).status).toBe(403)
  })
})
