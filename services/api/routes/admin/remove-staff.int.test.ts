/** Removal of staff by command (H34). */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Overview } from '#contracts/calls/staff/admin.ts'
import type { SupportVisits } from '#contracts/calls/staff/impersonation.ts'
import { endVisitsOf } from '#accounts/impersonation.ts'
import { removeStaff } from '#accounts/staff/remove-staff.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { createPool, type Queryable } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { callAndRotate, signInStaff } from '../../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { tokenIn } from '../../../../infra/testing/people/token-in.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const command = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['infra/admin/main.ts', ...words, '--database', product.services.databaseUrl])
const signIn = ({ email }: Person) =>
  new Person(product.address, { id: 0, email }).send('POST', '/api/admin/login', { email, password: PASSWORD })

it('a removed administrator loses sessions, live updates, visit, sign-in and links; past acts keep the id', async () => {
  const [gone, stays] = [await signInStaff(product, 'admin'), await signInStaff(product, 'admin')]
  const [cafe, pending] = [await product.business(), await product.business({ status: 'pending' })]
  expect((await gone.send('POST', `/api/admin/businesses/${pending.id}/approve`, {})).status).toBe(200)
  await gone.send('POST', '/api/auth/forgot-password', { email: gone.email })
  const token = tokenIn(await product.mailTo(gone.email, /Reset/))
  expect(
    (
      await callAndRotate(gone, '/api/admin/impersonation/start', {
        userId: cafe.id,
        reason: 'the owner asked for help',
      })
    ).status,
  ).toBe(200)
  const live = await fetch(`${product.address}/api/live`, {
    headers: { accept: 'text/event-stream', cookie: gone.cookie },
  })
  expect(live.status).toBe(200)
  const administrators = async () => (await stays.get<Overview>('/api/admin/overview')).body.administrators
  expect(await administrators()).toBe(2)

  const { stdout } = await command('remove', gone.email.toUpperCase())
  expect(stdout).toContain(`user id ${gone.id}`)
  // Ends when the server ends it.
  await live.text().catch(() => '')
  expect((await gone.get('/api/admin/me')).status).toBe(401)
  const refused = await signIn(gone)
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials'])
  const reset = await gone.send('POST', '/api/auth/reset-password', {
    token,
    password: 'Another-horse-2',
    confirmPassword: 'Another-horse-2',
  })
  expect([reset.status, reset.body.code]).toEqual([400, 'invalid_reset_token'])
  expect(await administrators()).toBe(1)
  await waitUntil(
    'the owner sees that the visit is over',
    async () =>
      (await cafe.get<SupportVisits>(`/api/business/${cafe.id}/support-visits`)).body.visits[0]?.ended === 'expired',
  )
  const { rows } = await product.pool.query('SELECT actor_id FROM read.business_history WHERE business_id = $1', [
    pending.id,
  ])
  expect(rows).toEqual([{ actor_id: gone.id }])
})

it('an auditor is removed the same way; the last administrator is not, even if two are removed at once', async () => {
  const auditor = await signInStaff(product, 'auditor')
  await command('remove', auditor.email)
  expect((await auditor.get('/api/admin/me')).status).toBe(401)
  for (let more = 0; more < 2; more += 1) await signInStaff(product, 'admin')
  const left = async () =>
    (
      await product.pool.query<{ email: string }>(`SELECT email FROM users WHERE role = 'admin' AND erased_at IS NULL`)
    ).rows.map(({ email }) => email)
  const administrators = await left()
  const pool = createPool(product.services.databaseUrl, { max: administrators.length, name: 'remove-staff-test' })
  const holding = await product.pool.connect()
  try {
    // Blocks every erasure until all removals wait.
    await holding.query(`BEGIN; SELECT FROM users WHERE role = 'admin' FOR UPDATE`)
    const removals = Promise.all(administrators.map((email) => removeStaff(pool, email, new Date())))
    await waitUntil('all of them wait', async () => {
      const { rowCount } = await product.pool.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'remove-staff-test' AND wait_event_type = 'Lock'`,
      )
      return rowCount === administrators.length
    })
    await holding.query('COMMIT')
    expect((await removals).map(({ kind }) => kind).toSorted()).toEqual([
      'last_administrator',
      ...administrators.slice(1).map(() => 'removed'),
    ])
  } finally {
    holding.release(true)
    await pool.end()
  }
  const [last, ...others] = await left()
  expect(others).toEqual([])
  await expect(command('remove', last!)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is the last administrator') as string,
  })
})

it('a person whose mail is being sent is not removed yet, and the command says when to retry', async () => {
  const auditor = await signInStaff(product, 'auditor')
  await inTransaction(product.pool, async (client) => {
    await orderMail(client, { cause: 'under-way', template: 'password_changed', userId: auditor.id })
    // Keeps the product's worker away. It takes a longer wait for a wrong clock's, and sends.
    await client.query(`UPDATE mail_outbox SET next_attempt_at = now() + interval '12 hours' WHERE cause = 'under-way'`)
  })
  await inTransaction(product.pool, async (sending) => {
    // As a worker holds it while the mail server answers.
    await sending.query(`SELECT FROM mail_outbox WHERE cause = 'under-way' FOR UPDATE`)
    const stderr = `Nothing was changed, because a mail is being sent to ${auditor.email}. Try again in a few minutes.\n`
    await expect(command('remove', auditor.email)).rejects.toMatchObject({ code: 1, stderr })
  })
  expect((await auditor.get('/api/admin/me')).status).toBe(200)
  await command('remove', auditor.email)
})

it('an address without a staff account is refused and unchanged', async () => {
  const ani = await product.buyer()
  for (const email of [ani.email, 'nobody@hatik.test']) {
    await expect(command('remove', email)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`No administrator or auditor has the address ${email}.`) as string,
    })
  }
  expect((await ani.get('/api/auth/me')).status).toBe(200)
  await expect(command('remove')).rejects.toMatchObject({ code: 2 })
  await expect(command('replace', ani.email)).rejects.toMatchObject({ code: 2 })
})

it('visits are found by the index of the streams, however long the log is', async () => {
  const plans: string[] = []
  const client = await product.pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off')
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return client.query(text, values)
    }
    await endVisitsOf({ query } as unknown as Queryable, 1, { correlationId: 'test', at: new Date() })
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  expect(plans).toEqual([expect.stringMatching(/Index Cond: \(\(?\(?stream >= 'support-'/)])
})
