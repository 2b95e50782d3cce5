/**
 * Two API processes, and concurrent calls that do the same or the opposite: exactly one succeeds, and all get truthful
 * answers.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenHash } from '#accounts/tokens.ts'
import { Person, type Answer } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
let machines: readonly string[]
let cafe: Person & { perkIds: number[] }
let ani: Person & { code: string }

beforeAll(async () => {
  product = await startProduct()
  machines = [product.address, await product.startSecondApi()]
})
afterAll(() => product.close())
beforeEach(async () => {
  cafe = await product.business({ perks: ['1.0'] })
  ani = await product.buyer()
})

/** Each try has its own key. */
async function race(
  times: number,
  attempt: (at: string, index: number) => Promise<Answer>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => attempt(machines[index % machines.length]!, index)),
  )
  const told = Map.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())
  return Object.fromEntries([...told].map(([what, all]) => [what, all.length]))
}

const award = (at: string, amountSpent = 5_000) =>
  cafe
    .at(at)
    .write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent })
const redeem = () =>
  ani.write<{ redemptionId: string; redemptionCode: string }>('POST', `/api/buyer/${ani.id}/redeem`, {
    perkId: cafe.perkIds[0],
  })
const verify = (at: string, redemptionCode: string) =>
  cafe.at(at).write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
const cancel = (at: string, redemptionId: string) =>
  ani.at(at).write('DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`)
const callBack = (at: string, awardId: string) =>
  cafe.at(at).write('POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: 'wrong amount' })
const correct = (at: string, awardId: string, amountSpent: number) =>
  cafe.at(at).write('POST', `/api/business/${cafe.id}/awards/${awardId}/correct`, {
    amountSpent,
    reason: 'wrong amount',
  })
const reopen = (at: string, redemptionId: string) =>
  cafe.at(at).write('POST', `/api/business/${cafe.id}/redemptions/${redemptionId}/reopen`, { reason: 'wrong perk' })

async function balance(): Promise<string | undefined> {
  ani.sees((await award(product.address, 50)).token)
  return (await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)).body[0]?.points
}

describe('at the same moment, at two processes', () => {
  it('one code is verified by one of 32 cashiers', async () => {
    await award(product.address)
    const { redemptionCode } = (await redeem()).body
    expect(await race(32, (at) => verify(at, redemptionCode))).toEqual({ '200': 1, '409 redemption_used': 31 })
    expect(await balance()).toBe('9.1')
  })

  it('one redemption is used or cancelled, never both', async () => {
    await award(product.address)
    for (let round = 0; round < 8; round += 1) {
      const { redemptionId, redemptionCode } = (await redeem()).body
      const told = await race(16, (at, index) =>
        index % 4 < 2 ? verify(at, redemptionCode) : cancel(at, redemptionId),
      )
      expect(
        [told['409 redemption_used'] ?? 0, told['409 redemption_cancelled'] ?? 0].toSorted((a, b) => a - b),
      ).toEqual([0, 15])
      expect(told['200']).toBe(1)
      if (told['409 redemption_used']) await award(product.address, 500)
    }
    expect(await balance()).toBe('10.1')
  })

  it('one award is voided once', async () => {
    const { awardId } = (await award(product.address)).body
    await award(product.address, 500)
    expect(await race(16, (at) => callBack(at, awardId))).toEqual({ '200': 1, '409 award_already_voided': 15 })
    expect(await balance()).toBe('1.1')
  })

  it('an award that two tills correct holds what the last of them said', async () => {
    const { awardId } = (await award(product.address)).body
    expect(await race(16, (at, index) => correct(at, awardId, index % 2 === 0 ? 1_000 : 500))).toMatchObject({
      '200': expect.any(Number) as number,
    })
    const told = (await correct(product.address, awardId, 1_500)).body
    expect([told['points'], told['missing'], await balance()]).toEqual([3, '0.0', '3.1'])
  })

  it('an award is corrected or voided, and a void takes what the correction left', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { awardId } = (await award(product.address)).body
      const told = await race(2, (at, index) =>
        index === round % 2 ? callBack(at, awardId) : correct(at, awardId, 500),
      )
      expect([{ '200': 2 }, { '200': 1, '409 award_already_voided': 1 }]).toContainEqual(told)
    }
    expect(await balance()).toBe('0.1')
  })

  it('a use is undone once, and the code is then used or cancelled, never both', async () => {
    await award(product.address)
    for (let round = 0; round < 4; round += 1) {
      const { redemptionId, redemptionCode } = (await redeem()).body
      await verify(product.address, redemptionCode)
      expect(await race(8, (at) => reopen(at, redemptionId))).toEqual({ '200': 1, '409 redemption_not_used': 7 })
      const told = await race(8, (at, index) => (index % 4 < 2 ? verify(at, redemptionCode) : cancel(at, redemptionId)))
      expect(told['200']).toBe(1)
      if (told['409 redemption_used']) await award(product.address, 500)
    }
    expect(await balance()).toBe('10.1')
  })

  it('an award is voided or spent, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { awardId } = (await award(product.address, 500)).body
      const told = await race(2, (at, index) =>
        index === round % 2
          ? callBack(at, awardId)
          : ani.at(at).write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] }),
      )
      expect(told['200']).toBe(1)
    }
    expect(await balance()).toBe('0.1')
  })

  it('one address signs up once', async () => {
    const email = `ani-${randomBytes(6).toString('hex')}@hatik.test`
    const told = await race(32, (at, index) => {
      const written = index % 3 === 0 ? email.toUpperCase() : email
      return new Person(at, { id: 0, email }).write('POST', '/api/auth/signup', {
        email: written,
        password: PASSWORD,
        role: 'buyer',
        firstName: 'Անի',
        lastName: 'Գնորդ',
        language: 'am',
      })
    })
    // Each sign-up replaces the unverified one before: one account, and only the last link works.
    expect(told).toEqual({ '201': 32 })
    const accounts = (
      await product.pool.query<{ email: string; hash: string }>(
        'SELECT email, email_verification_token AS hash FROM users WHERE lower(email) = $1',
        [email],
      )
    ).rows
    expect(accounts).toHaveLength(1)
    const works = async () =>
      (await product.mails()).filter(
        (mail) => mail.to.toLowerCase() === email && tokenHash(tokenIn(mail)) === accounts[0]!.hash,
      ).length
    await waitUntil('a mail with a link that works', works)
    expect(await works()).toBe(1)
  })

  it('a business suspended while it awards is soon refused, for good', async () => {
    const admin = await signInStaff(product, 'admin')
    const untilRefused = async (at: string): Promise<number[]> => {
      for (;;) {
        const { status } = await award(at, 50)
        if (status !== 200)
          return [status, ...(await Promise.all(Array.from({ length: 20 }, async () => (await award(at, 50)).status)))]
      }
    }
    const awarding = machines.flatMap((at) => [untilRefused(at), untilRefused(at)])
    expect(
      (await admin.write('POST', `/api/admin/businesses/${cafe.id}/suspend`, { reason: 'complaints of customers' }))
        .status,
    ).toBe(200)
    expect(new Set((await Promise.all(awarding)).flat())).toEqual(new Set([403]))
  })
})
