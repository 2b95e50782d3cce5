/** After three days without a worker, promises are kept on its return. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '../../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('a new account gets a working link, and an ended trial is closed and told once', async () => {
  await product.worker.stop()
  const visitor = new Person(product.address, { id: 0, email: '' })
  const email = 'patient@hatik.test'
  const signedUp = await visitor.send<{ id: number }>('POST', '/api/auth/signup', {
    email,
    password: PASSWORD,
    role: 'buyer',
    firstName: 'Անի',
    lastName: 'Գնորդ',
    language: 'am',
  })
  const { status, body } = signedUp
  expect(status).toBe(201)
  const shop = await product.business({ plan: 'starter' })

  await product.pool.query(
    `UPDATE users SET email_verification_expires = email_verification_expires - interval '3 days' WHERE id = $1`,
    [body.id],
  )
  await product.pool.query(
    `UPDATE mail_outbox SET useful_until = useful_until - interval '3 days', created_at = created_at - interval '3 days' WHERE user_id = $1`,
    [body.id],
  )
  await product.pool.query(
    `UPDATE business_profiles SET trial_end_date = now() - interval '1 day', subscription_start_date = NULL, subscription_end_date = NULL WHERE user_id = $1`,
    [shop.id],
  )

  await product.restartWorker()
  const verified = await Person.signedUp(product.address, signedUp).send(
    'GET',
    `/api/auth/verify-email?token=${tokenIn(await product.mailTo(email, /Հաստատեք/))}`,
  )
  expect([verified.status, verified.body['id']]).toEqual([200, body.id])
  const state = async () =>
    (await product.pool.query<{ status: string }>('SELECT status FROM business_profiles WHERE user_id = $1', [shop.id]))
      .rows[0]?.status
  await waitUntil('the trial has ended', async () => (await state()) === 'trial_expired')
  await product.mailTo(shop.email, /trial has expired/)
  const { rows } = await product.pool.query('SELECT template FROM mail_outbox WHERE user_id = $1', [shop.id])
  expect(rows).toEqual([{ template: 'trial_expired' }])
})
