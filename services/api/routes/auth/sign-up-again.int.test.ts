/** Retried sign-ups, and those by a stranger. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '../../../../infra/testing/people/person.ts'
import { sharedProduct } from '../../../../infra/testing/servers/shared-product.ts'
import { PASSWORD, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await sharedProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })
const signUp = (email: string, key: string) =>
  visitor().write(
    'POST',
    '/api/auth/signup',
    { email, password: PASSWORD, role: 'buyer', firstName: 'Անի', lastName: 'Գնորդ', language: 'en' },
    key,
  )

it('a sign-up has its code at once, and the link in the same browser keeps it (decision 51)', async () => {
  const email = `ani-${randomBytes(5).toString('hex')}@hatik.test`
  const signedUp = await signUp(email, randomUUID())
  const { status, body } = signedUp
  expect([status, body['email'], body['buyerId']]).toEqual([201, email, expect.stringMatching(/^[A-Z]{2}\d{4}$/)])
  const browser = Person.signedUp(product.address, signedUp)
  const verified = await browser.send('GET', `/api/auth/verify-email?token=${tokenIn(await product.mailTo(email))}`)
  expect(verified.body['buyerId']).toBe(body['buyerId'])
})

it("an unverified account keeps no stranger's password: a later sign-up takes it over, and older links open nothing", async () => {
  const email = `ani-${randomBytes(5).toString('hex')}@hatik.test`
  const body = { email, role: 'buyer', lastName: 'Buyer', language: 'en' }
  const [his, hers] = ['Strange-horse-1', 'Another-horse-2']
  expect(
    (await visitor().write('POST', '/api/auth/signup', { ...body, password: his, firstName: 'Stranger' }, randomUUID()))
      .status,
  ).toBe(201)
  const old = tokenIn(await product.mailTo(email))
  const key = randomUUID()
  const signUpOfHers = () =>
    visitor().write('POST', '/api/auth/signup', { ...body, password: hers, firstName: 'Ani' }, key)
  const [first, again] = [await signUpOfHers(), await signUpOfHers()]
  expect([first.status, again.status]).toEqual([201, 201])
  const browser = Person.signedUp(product.address, again)
  expect((await browser.send('GET', `/api/auth/verify-email?token=${old}`)).status).toBe(400)
  const fresh = await waitUntil('a mail with another link', async () => {
    const token = tokenIn(await product.mailTo(email))
    return token !== old && token
  })
  expect((await browser.send('GET', `/api/auth/verify-email?token=${fresh}`)).body).toMatchObject({
    firstName: 'Ani',
  })
  const signIn = async (password: string) =>
    (await visitor().send('POST', '/api/auth/login', { email, password })).status
  expect([await signIn(his), await signIn(hers)]).toEqual([401, 200])
  // A verified account is not taken over.
  expect(
    (await visitor().write('POST', '/api/auth/signup', { ...body, password: his, firstName: 'Stranger' }, randomUUID()))
      .status,
  ).toBe(409)
})

it("a verified account is its owner's: whoever signed it up learns nothing more of it", async () => {
  const email = `ani-${randomBytes(5).toString('hex')}@hatik.test`
  const key = randomUUID()
  expect([(await signUp(email, key)).status, (await signUp(email, key)).status]).toEqual([201, 201])
  // The owner finds the address taken, and resets the password.
  await visitor().send('POST', '/api/auth/forgot-password', { email })
  const token = tokenIn(await product.mailTo(email, /Reset/))
  const hers = 'Another-horse-2'
  expect(
    (await visitor().send('POST', '/api/auth/reset-password', { token, password: hers, confirmPassword: hers })).status,
  ).toBe(200)
  const again = await signUp(email, key)
  expect([again.status, Object.keys(again.body).toSorted()]).toEqual([409, ['code', 'message', 'requestId']])
})
