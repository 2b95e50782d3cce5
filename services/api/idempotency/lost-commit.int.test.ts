/**
 * PostgreSQL has written, and its word for it is lost with the connection: the caller is told 503 `busy`, and the same
 * call again is told of the success. Nothing is written twice, and nothing is tidied away that is needed.
 */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../../infra/local/application.ts'
import { freePort } from '../../../infra/local/ports.ts'
import type { RunningServer } from '../../../infra/local/servers/postgres.ts'
import { lossyProxy, type LossyProxy } from '../../../infra/testing/servers/lost-commits.ts'
import { Person, type Answer } from '../../../infra/testing/people/person.ts'
import { freshEmail, registration } from '../../../infra/testing/people/repeated-call.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'

type Told = Pick<Answer<Record<string, unknown>>, 'status' | 'body' | 'headers'>

let product: Product
let postgres: LossyProxy
let api: RunningServer
let address: string
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  postgres = await lossyProxy(product.env['DATABASE_URL']!)
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  api = await startApi(
    { ...product.env, PORT: String(port), DATABASE_URL: postgres.url },
    `${address}/api/health`,
    () => {},
  )
  admin = (await signInStaff(product, 'admin')).at(address)
})
afterAll(async () => {
  await api?.stop()
  await postgres?.close()
  await product?.close()
})

const visitor = () => new Person(address, { id: 0, email: '' })
/** Without the events of chores, which run beside the calls. */
const written = async () =>
  (
    await product.pool.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM event_outbox WHERE metadata -> 'actor' ->> 'role' <> 'system') AS events, (SELECT count(*) FROM mail_outbox) AS mails, (SELECT count(*) FROM invoices) AS invoices`,
    )
  ).rows[0]

async function lostAndAgain(call: (key: string) => Promise<Told>): Promise<Told> {
  const [key, lostBefore] = [randomUUID(), postgres.lost()]
  postgres.loseNextCommit()
  const first = await call(key)
  expect([first.status, first.body.code, postgres.lost() - lostBefore]).toEqual([503, 'busy', 1])
  const before = await written()
  const second = await call(key)
  expect(await written()).toEqual(before)
  return second
}

describe('a COMMIT whose response is lost', () => {
  it('a buyer signs up and verifies the address despite a lost COMMIT response (R51, R125)', async () => {
    const email = freshEmail()
    const signedUp = await lostAndAgain((key) =>
      visitor().write(
        'POST',
        '/api/auth/signup',
        { email, password: PASSWORD, firstName: 'Անի', lastName: 'Գնորդ', language: 'am' },
        key,
      ),
    )
    expect(signedUp.status).toBe(201)
    const token = tokenIn(await product.mailTo(email))
    const verified = await lostAndAgain(() =>
      Person.signedUp(address, signedUp).send('GET', `/api/auth/verify-email?token=${token}`),
    )
    expect([verified.status, verified.body['autoLogin']]).toEqual([200, true])
  })

  it('a business registers with its document, which stays readable (H26), and is approved once (H21)', async () => {
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#9b1b30' } })
      .png()
      .toBuffer()
    const fields = registration()
    const registered = await lostAndAgain(async (key) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('idDocument', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'id.png')
      const response = await fetch(`${address}/api/auth/business-register`, {
        method: 'POST',
        body: form,
        headers: { 'idempotency-key': key },
      })
      return { status: response.status, body: (await response.json()) as Told['body'], headers: response.headers }
    })
    expect(registered.status).toBe(201)
    const business = `/api/admin/businesses/${String(registered.body['id'])}`
    const document = await fetch(`${address}${business}/id-document`, { headers: { cookie: admin.cookie } })
    expect(document.status).toBe(200)

    const approved = await lostAndAgain((key) => admin.write('POST', `${business}/approve`, {}, key))
    expect([approved.status, approved.body['status']]).toEqual([200, 'active'])
  })

  it('a person sets a password by a link, another one in the profile, and leaves (H19, R98, R99)', async () => {
    const password = 'Another-horse-2'
    const [ani, davit, nare] = [await product.buyer(), await product.buyer(), await product.buyer()]
    await visitor().send('POST', '/api/auth/forgot-password', { email: ani.email })
    const token = tokenIn(await product.mailTo(ani.email, /Reset/))
    const reset = await lostAndAgain((key) =>
      visitor().write('POST', '/api/auth/reset-password', { token, password, confirmPassword: password }, key),
    )
    expect(reset.status).toBe(200)
    const profile = {
      userId: davit.id,
      firstName: 'Դավիթ',
      lastName: 'Գնորդ',
      email: davit.email,
      phone: '',
      currentPassword: PASSWORD,
      newPassword: password,
    }
    const changed = await lostAndAgain((key) => davit.at(address).write('PATCH', '/api/auth/profile', profile, key))
    expect([changed.status, changed.body['passwordChanged']]).toEqual([200, true])
    await nare.at(address).confirm(PASSWORD)
    const left = await lostAndAgain((key) =>
      nare.at(address).write('DELETE', `/api/auth/account/${nare.id}`, undefined, key),
    )
    expect(left.status).toBe(200)
  })

  it('a business makes a perk, changes its plan and has it paid (R168, H36)', async () => {
    const cafe = (await product.business({ plan: 'standard' })).at(address)
    const perk = await lostAndAgain((key) =>
      cafe.write(
        'POST',
        `/api/business/${cafe.id}/perks`,
        { name: 'Coffee', description: 'Hot', pointsRequired: 5 },
        key,
      ),
    )
    expect(perk.status).toBe(201)
    const chosen = await lostAndAgain((key) =>
      cafe.write('POST', `/api/business/${cafe.id}/subscription`, { plan: 'prime', cycle: 'monthly' }, key),
    )
    expect(chosen.body).toMatchObject({ outcome: 'awaiting_payment' })
    const { id } = chosen.body['invoice'] as { id: number }
    const confirmed = await lostAndAgain((key) => admin.write('POST', `/api/admin/invoices/${id}/confirm`, {}, key))
    expect(confirmed.body).toMatchObject({ invoice: { state: 'paid' } })
  })

  it('a buyer writes a review and deletes it (R119)', async () => {
    const [cafe, ani] = [await product.business(), (await product.buyer()).at(address)]
    const review = await lostAndAgain((key) =>
      ani.write('POST', `/api/business/business-${cafe.id}/reviews`, { buyerId: ani.id, rating: 1 }, key),
    )
    expect(review.status).toBe(201)
    const deleted = await lostAndAgain((key) =>
      ani.write('DELETE', `/api/reviews/${String(review.body['id'])}`, { buyerId: ani.id }, key),
    )
    expect(deleted.status).toBe(200)
  })
})
