/** Codes of unverified buyers: what they collect, who takes them over, and what keeps them (decision 51). */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { Person, type Answer } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
let cafe: Awaited<ReturnType<Product['business']>>
beforeAll(async () => {
  product = await sharedProduct()
  cafe = await product.business({ perks: ['10'] })
})
afterAll(() => product.close())

const [HIS, HERS, NEW] = ['Strange-horse-1', 'Another-horse-2', 'Chosen-horse-3']
const newAddress = () => `ani-${randomBytes(5).toString('hex')}@hatik.test`
const visitor = () => new Person(product.address, { id: 0, email: '' })
type SignedUp = Answer<{ id: number; buyerId: string }>
const signUp = (email: string, password = PASSWORD, who = visitor(), key = randomUUID()) =>
  who.write<{ id: number; buyerId: string }>(
    'POST',
    '/api/auth/signup',
    { email, password, role: 'buyer', firstName: 'Ani', lastName: 'Buyer', language: 'en' },
    key,
  )
const browserOf = (answer: Pick<Answer, 'headers'>) => Person.signedUp(product.address, answer)
const award = (code: string, key: string = randomUUID()) =>
  cafe.write<{ balance: string }>(
    'POST',
    `/api/business/${cafe.id}/award-points`,
    { buyerId: code, amountSpent: 10_000 },
    key,
  )
const signIn = (email: string, password: string) => visitor().send('POST', '/api/auth/login', { email, password })
const pointsOf = async (person: Person, id: number, token: string | null) =>
  (await person.get(`/api/buyer/${id}/points`, { 'consistency-token': token ?? '0' })).body
const newPassword = async (email: string, password: string) => {
  await visitor().send('POST', '/api/auth/forgot-password', { email })
  const token = tokenIn(await product.mailTo(email, /Reset/))
  return visitor().send('POST', '/api/auth/reset-password', { token, password, confirmPassword: password })
}

describe('the code of a sign-up that nobody has verified', () => {
  it('collects points; redeeming and signing in wait for the verified address, and then the points are there', async () => {
    const email = newAddress()
    const signedUp = await signUp(email, HERS)
    const { id, buyerId: code } = signedUp.body
    expect((await cafe.get(`/api/buyer/verify/${code}`)).body).toMatchObject({ buyerId: code, hint: 'A.' })
    const awarded = await award(code)
    expect([awarded.status, awarded.body.balance]).toEqual([200, '20.0'])

    const browser = browserOf(signedUp)
    const redeem = (who: Person) => who.write('POST', `/api/buyer/${id}/redeem`, { perkId: cafe.perkIds[0] })
    expect([(await redeem(browser)).status, (await browser.get(`/api/buyer/${id}/points`)).status]).toEqual([401, 401])
    expect((await signIn(email, HERS)).body).toMatchObject({
      code: 'email_unverified',
      message: expect.stringContaining('verify your email') as string,
    })

    const verified = await browser.send('GET', `/api/auth/verify-email?token=${tokenIn(await product.mailTo(email))}`)
    expect(verified.body).toMatchObject({ autoLogin: true, buyerId: code })
    const ani = browserOf(verified)
    expect(JSON.stringify(await pointsOf(ani, id, awarded.token))).toContain('20.0')
    expect((await redeem(ani)).status).toBeLessThan(300)
  })

  it('is the same for a retry of the sign-up and of the award, which counts once', async () => {
    const email = newAddress()
    const key = randomUUID()
    const [first, again] = [await signUp(email, HERS, visitor(), key), await signUp(email, HERS, visitor(), key)]
    expect(again.body.buyerId).toBe(first.body.buyerId)
    const awardKey = randomUUID()
    const answers = [await award(first.body.buyerId, awardKey), await award(first.body.buyerId, awardKey)]
    expect(answers.map(({ status, body }) => [status, body.balance])).toEqual([
      [200, '20.0'],
      [200, '20.0'],
    ])
  })
})

describe('a second sign-up with the same address', () => {
  it('gets a code of its own, and the first one collects nothing any more: the stranger’s code is not hers', async () => {
    const email = newAddress()
    const his = await signUp(email, HIS)
    const hers = await signUp(email, HERS)
    expect([hers.status, hers.body.buyerId === his.body.buyerId]).toEqual([201, false])
    expect([(await award(his.body.buyerId)).body.code, (await award(hers.body.buyerId)).status]).toEqual([
      'buyer_not_found',
      200,
    ])
  })

  it('from the same browser keeps the code, with and without points', async () => {
    const email = newAddress()
    const first = await signUp(email, HERS)
    const second = await signUp(email, NEW, browserOf(first))
    expect(second.body.buyerId).toBe(first.body.buyerId)
    await award(first.body.buyerId)
    const third = await signUp(email, HERS, browserOf(second))
    expect([third.status, third.body.buyerId]).toEqual([201, first.body.buyerId])
    expect((await award(first.body.buyerId)).body.balance).toBe('40.0')
  })

  it('is refused once points stand: a stranger who knows the address neither ends the code nor sees anything of it', async () => {
    const email = newAddress()
    const hers = await signUp(email, HERS)
    await award(hers.body.buyerId)
    const his = await signUp(email, HIS)
    expect([his.status, his.body.code, Object.keys(his.body).toSorted()]).toEqual([
      409,
      'user_exists',
      ['code', 'message', 'requestId'],
    ])
    expect((await award(hers.body.buyerId)).body.balance).toBe('40.0')
    const token = tokenIn(await product.mailTo(email))
    const verified = await browserOf(hers).send('GET', `/api/auth/verify-email?token=${token}`)
    expect(verified.body).toMatchObject({ autoLogin: true, buyerId: hers.body.buyerId })
  })

  it('and an award at the same time leave no award on an account that has changed hands', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = newAddress()
      const first = await signUp(email, HIS)
      const [awarded, second] = await Promise.all([award(first.body.buyerId), signUp(email, HERS)])
      expect([
        [200, 409],
        [404, 201],
      ]).toContainEqual([awarded.status, second.status])
    }
  })
})

describe('an account that a stranger signed up with her address and collected with', () => {
  const signedUpByStranger = async (): Promise<{ email: string; his: SignedUp }> => {
    const email = newAddress()
    const his = await signUp(email, HIS)
    await award(his.body.buyerId)
    expect((await signUp(email, HERS)).body.code).toBe('user_exists')
    return { email, his }
  }

  it('is hers by a reset link: his code, password and browser open and collect nothing any more', async () => {
    const { email, his } = await signedUpByStranger()
    expect((await newPassword(email, NEW)).status).toBe(200)
    const signedIn = await signIn(email, NEW)
    expect([signedIn.status, (await signIn(email, HIS)).status]).toEqual([200, 401])
    const code = signedIn.body['buyerId'] as string
    expect(code).toMatch(/^[A-Z]{2}\d{4}$/)
    expect(code).not.toBe(his.body.buyerId)
    expect((await award(his.body.buyerId)).body.code).toBe('buyer_not_found')
    expect((await award(code)).body.balance).toBe('40.0')
    expect((await browserOf(his).get('/api/auth/me')).status).toBe(401)
  })

  it('is hers by the link and a new password, with another code', async () => {
    const { email, his } = await signedUpByStranger()
    const token = tokenIn(await product.mailTo(email))
    const verified = await visitor().write('POST', '/api/auth/verify-email', { token, newPassword: NEW })
    expect([verified.status, verified.body['autoLogin']]).toEqual([200, true])
    expect(verified.body['buyerId']).not.toBe(his.body.buyerId)
    expect((await award(his.body.buyerId)).body.code).toBe('buyer_not_found')
  })
})

it('the link and the password of the sign-up keep the code, and so does a reset of a verified account', async () => {
  const email = newAddress()
  const { body } = await signUp(email, HERS)
  const token = tokenIn(await product.mailTo(email))
  const verified = await visitor().write('POST', '/api/auth/verify-email', { token, password: HERS })
  expect(verified.body['buyerId']).toBe(body.buyerId)
  await newPassword(email, NEW)
  expect((await signIn(email, NEW)).body['buyerId']).toBe(body.buyerId)
})
