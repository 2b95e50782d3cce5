/** Lifetimes of mailed links, to the millisecond (H19, H20). */
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { newBuyerCode } from '../buyer-codes.ts'
import { editProfile } from '../edit-profile.ts'
import { answerMailRequests, requestMail } from '../mail-requests.ts'
import { resetPassword } from '../reset-password.ts'
import { signUpBuyer } from './sign-up.ts'
import { tokenOf } from '../tokens.ts'
import { verifyEmail } from './verify-email.ts'

const SECRET = 'a secret of at least thirty-two signs'
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const SENT_AT = new Date('2026-06-01T08:00:00.000Z')
const after = (ms: number) => new Date(SENT_AT.getTime() + ms)

const { pool } = await testDatabase()

type Sent = { token: string; usefulUntil: Date }

async function linkTo(userId: number, purpose: 'verify' | 'reset'): Promise<Sent> {
  const { rows } = await pool.query<{ seed: string; usefulUntil: Date }>(
    `SELECT parameters ->> 'seed' AS seed, useful_until AS "usefulUntil" FROM mail_outbox WHERE user_id = $1 AND parameters ? 'seed' ORDER BY created_at DESC LIMIT 1`,
    [userId],
  )
  return { token: tokenOf(SECRET, purpose, rows[0]!.seed), usefulUntil: rows[0]!.usefulUntil }
}

async function signUp(name: string): Promise<{ id: number; email: string }> {
  const email = `${name}@hatik.test`
  const person = { email, passwordHash: '!', firstName: 'Ani', lastName: 'Buyer', language: 'en' } as const
  const { id } = await signUpBuyer(pool, person, { secret: SECRET, key: undefined, now: SENT_AT })
  return { id, email }
}

async function ask(kind: 'reset_password' | 'resend_verification', email: string): Promise<void> {
  await requestMail(pool, { kind, email, language: undefined })
  await answerMailRequests(pool, { secret: SECRET, now: SENT_AT })
}

const buyer = () => insertUser(pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })

/** In the browser that signed up, `ms` after sending. */
const opened = (ms: number) => ({ now: after(ms), proves: () => true })
const verifies = async ({ token }: Sent, ms: number) => (await verifyEmail(pool, token, opened(ms))) !== undefined
const setsPassword = async ({ token }: Sent, ms: number) =>
  (await resetPassword(pool, { token, passwordHash: '!!' }, after(ms))) !== undefined

describe('a link', () => {
  it('a link to verify a new account works for a day, and its mail is not sent after that (H19)', async () => {
    const [ani, davit] = [await signUp('ani'), await signUp('davit')]
    const link = await linkTo(ani.id, 'verify')
    expect(link.usefulUntil).toEqual(after(DAY_MS))
    expect([await verifies(link, DAY_MS), await verifies(link, DAY_MS - 1)]).toEqual([false, true])

    await ask('resend_verification', davit.email)
    const again = await linkTo(davit.id, 'verify')
    expect(again.usefulUntil).toEqual(after(DAY_MS))
    expect([await verifies(again, DAY_MS), await verifies(again, DAY_MS - 1)]).toEqual([false, true])
  })

  it('a link is not sent again once the address is verified, and the used link still reports success (R125)', async () => {
    const ani = await signUp('verified')
    const link = await linkTo(ani.id, 'verify')
    expect(await verifies(link, 1)).toBe(true)
    const mails = async () => (await pool.query('SELECT FROM mail_outbox WHERE user_id = $1', [ani.id])).rowCount
    const before = await mails()
    await ask('resend_verification', ani.email)
    expect(await mails()).toBe(before)
    expect(await verifyEmail(pool, link.token, opened(2))).toMatchObject({ kind: 'again', user: { id: ani.id } })
  })

  it('a link to verify a new address works for a day (H20)', async () => {
    const { id, email } = await buyer()
    const change = {
      firstName: 'Ani',
      lastName: 'Buyer',
      phone: null,
      language: undefined,
      proved: true,
      newPasswordHash: undefined,
      email: `new-${email}`,
    }
    await inTransaction(pool, (client) =>
      editProfile(client, { userId: id, epoch: 0 }, change, { secret: SECRET, now: SENT_AT }),
    )
    const link = await linkTo(id, 'verify')
    expect(link.usefulUntil).toEqual(after(DAY_MS))
    expect([await verifies(link, DAY_MS), await verifies(link, DAY_MS - 1)]).toEqual([false, true])
  })

  it('a link to a new password works for an hour (H19)', async () => {
    const { id, email } = await buyer()
    await ask('reset_password', email)
    const link = await linkTo(id, 'reset')
    expect(link.usefulUntil).toEqual(after(HOUR_MS))
    expect([await setsPassword(link, HOUR_MS), await setsPassword(link, HOUR_MS - 1)]).toEqual([false, true])
  })
})
