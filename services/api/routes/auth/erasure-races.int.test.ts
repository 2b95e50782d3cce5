/** Deletion of an account during its other writes: nothing reappears, and nothing deadlocks (H25, R99). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasePerson } from '#accounts/erase.ts'
import { bankTransfer } from '#businesses/payments/bank-transfer.ts'
import { closeBusiness } from '#businesses/status/status-changes.ts'
import { systemCommandId } from '#platform/outbox/event-outbox.ts'
import { createPool, type Pool, type PoolClient } from '#platform/postgres/postgres.ts'
import { Person, type Answer } from '../../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let own: Pool
beforeAll(async () => {
  product = await startProduct()
  own = createPool(product.services.databaseUrl, { max: 3, name: 'erasure-races-test' })
})
afterAll(async () => {
  await own?.end()
  await product.close()
})

const waits = () =>
  waitUntil('a call waits for the row', async () => {
    const { rows } = await own.query<{ waits: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'erasure-races-test' AND wait_event_type = 'Lock') AS waits`,
    )
    return rows[0]?.waits
  })

/** Makes `call` wait for the locks of `hold`; returns its response after the commit. */
async function meanwhile(
  hold: (client: PoolClient) => Promise<unknown>,
  call: () => Promise<Answer>,
  then?: (client: PoolClient) => Promise<unknown>,
): Promise<Answer> {
  const client = await own.connect()
  try {
    await client.query('BEGIN')
    await hold(client)
    const answer = call()
    await waits()
    await then?.(client)
    await client.query('COMMIT')
    return await answer
  } finally {
    client.release(true)
  }
}

const rowsOf = async (sql: string, id: number) => (await product.pool.query<Record<string, unknown>>(sql, [id])).rows

describe('an account is deleted meanwhile', () => {
  it('a review that waited for the erasure is not written, nor its key (R99, R200)', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const review = () =>
      ani.write('POST', `/api/business/business-${cafe.id}/reviews`, {
        buyerId: ani.id,
        rating: 5,
        comment: 'Unique-Words',
      })
    const answer = await meanwhile((client) => erasePerson(client, ani.id), review)
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    expect(await rowsOf('SELECT comment FROM reviews WHERE buyer_id = $1', ani.id)).toEqual([])
    expect(await rowsOf('SELECT key FROM keyed_writes WHERE user_id = $1', ani.id)).toEqual([])
  })

  it("a business's profile that waited for its closing stays empty (R94, R99)", async () => {
    const cafe = await product.business()
    const profile = {
      businessName: 'Unique-Name',
      industry: 'Other',
      description: 'Unique-Words',
      phone: '091 12 34 56',
      address: 'Unique-Street',
      website: 'https://unique.test/',
    }
    const save = () => cafe.write('PUT', `/api/business-profile/${cafe.id}`, profile)
    expect((await save()).status).toBe(200)
    const close = async (client: PoolClient) => {
      await erasePerson(client, cafe.id)
      const commandId = systemCommandId(`close-business:${cafe.id}`)
      await closeBusiness(
        client,
        cafe.id,
        { commandId, actor: { userId: cafe.id, role: 'business' }, correlationId: commandId, at: new Date() },
        bankTransfer,
      )
    }
    const answer = await meanwhile(close, save)
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    expect(
      await rowsOf(
        'SELECT business_name, description, phone, address, website FROM business_profiles WHERE user_id = $1',
        cafe.id,
      ),
    ).toEqual([{ business_name: 'Closed business', description: '', phone: null, address: null, website: null }])
  })

  it('a profile change that waited for the erasure is refused (R97)', async () => {
    const ani = await product.buyer()
    const edit = () =>
      ani.write('PATCH', '/api/auth/profile', {
        userId: ani.id,
        firstName: 'Unique',
        lastName: 'Unique',
        email: ani.email,
        phone: '',
      })
    expect((await meanwhile((client) => erasePerson(client, ani.id), edit)).status).toBe(401)
    expect(await rowsOf('SELECT first_name, last_name FROM users WHERE id = $1', ani.id)).toEqual([
      { first_name: '', last_name: '' },
    ])
  })

  it('a link that waited for the erasure finds nobody: a forgotten unverified account does not return (R125, decision 35)', async () => {
    const visitor = new Person(product.address, { id: 0, email: '' })
    const email = 'unverified@hatik.test'
    const signedUp = await visitor.send<{ id: number }>('POST', '/api/auth/signup', {
      email,
      password: PASSWORD,
      role: 'buyer',
      firstName: 'Unique',
      lastName: 'Unique',
    })
    const token = tokenIn(await product.mailTo(email))
    const answer = await meanwhile(
      (client) => erasePerson(client, signedUp.body.id),
      () => Person.signedUp(product.address, signedUp).send('GET', `/api/auth/verify-email?token=${token}`),
    )
    expect(answer.status).toBe(400)
    expect(await rowsOf('SELECT email_verified FROM users WHERE id = $1', signedUp.body.id)).toEqual([
      { email_verified: false },
    ])
  })
})

describe('an account is deleted while a mail that it requested is being ordered (R126, H25)', () => {
  it('both complete, in either order', async () => {
    const ani = await product.buyer()
    await product.worker.stop()
    await ani.send('POST', '/api/auth/forgot-password', { email: ani.email })
    // The worker's statements, one at a time (mail-requests.ts).
    const answer = await meanwhile(
      (client) => client.query('SELECT id FROM mail_requests WHERE email = $1 FOR UPDATE SKIP LOCKED', [ani.email]),
      () => ani.write('DELETE', `/api/auth/account/${ani.id}`),
      async (client) => {
        await client.query(
          `UPDATE users SET password_reset_token = 'x' WHERE lower(email) = lower($1) AND erased_at IS NULL`,
          [ani.email],
        )
        await client.query('DELETE FROM mail_requests WHERE email = $1', [ani.email])
      },
    )
    expect(answer.status).toBe(200)
    expect(
      await rowsOf(
        'SELECT password_reset_token AS token, erased_at IS NOT NULL AS erased FROM users WHERE id = $1',
        ani.id,
      ),
    ).toEqual([{ token: null, erased: true }])
    await product.restartWorker()
  })
})
