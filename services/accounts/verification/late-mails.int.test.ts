/** Mails sent after what they say has changed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueMails } from '#platform/mail/mail-outbox.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { startMailCatcher, type CaughtMail, type MailCatcher } from '../../../infra/local/servers/mail-catcher.ts'
import { insertBusiness, insertUser } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'
import { newBuyerCode } from '../buyer-codes.ts'
import { editProfile } from '../edit-profile.ts'
import { renewLateLinks } from './late-links.ts'
import { answerMailRequests, requestMail, type MailRequest } from '../mail-requests.ts'
import { createComposer } from '../mails/compose.ts'
import { resetPassword } from '../reset-password.ts'
import { orderVerification, signUpBuyer } from './sign-up.ts'
import { tokenOf } from '../tokens.ts'
import { verifyEmail } from './verify-email.ts'

const SECRET = 'a secret of at least thirty-two signs'
const folder = mkdtempSync(join(tmpdir(), 'hatik-late-mails-'))
const { pool } = await testDatabase({ max: 6 })
let catcher: MailCatcher
beforeAll(async () => {
  catcher = await startMailCatcher({ dataDir: folder })
})
afterAll(async () => {
  await catcher?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const compose = createComposer({
  secret: SECRET,
  address: 'https://hatik.test',
  support: 's@hatik.test',
  now: () => new Date(),
  waitingCodes: { redemption: async () => undefined, count: async () => 0 },
  mailedDay: async () => undefined,
  mailedRemarks: async () => undefined,
  autoApproved: async () => [],
})
const send = () => sendDueMails(pool, createMailer(catcher.smtpUrl, 'Hatik <no-reply@hatik.test>'), compose)
const caughtBy = async (address: string): Promise<CaughtMail[]> =>
  ((await (await fetch(catcher.httpUrl)).json()) as CaughtMail[]).filter(({ to }) => to === address)
const warningsTo = async (address: string) =>
  (await caughtBy(address))
    .map(({ subject }) => subject)
    .filter((subject) => /was (entered|changed)/.test(subject))
    .toSorted()

const opened = () => ({ now: new Date(), proves: () => true })
const newBuyer = () => insertUser(pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })
async function ask(kind: MailRequest['kind'], email: string): Promise<void> {
  await requestMail(pool, { kind, email, language: 'en' })
  await answerMailRequests(pool, { secret: SECRET, now: new Date() })
}
async function edit(
  { id, email }: { id: number; email: string },
  change: { email?: string; newPasswordHash?: string },
): Promise<void> {
  const details = {
    firstName: 'Ani',
    lastName: 'Buyer',
    phone: null,
    language: 'en',
    proved: true,
    newPasswordHash: undefined,
    email,
  } as const
  const { rows } = await pool.query<{ epoch: number }>('SELECT session_epoch AS epoch FROM users WHERE id = $1', [id])
  await inTransaction(pool, (client) =>
    editProfile(
      client,
      { userId: id, epoch: rows[0]!.epoch },
      { ...details, ...change },
      { secret: SECRET, now: new Date() },
    ),
  )
}
/** Before the mail is sent. */
async function unsentToken(userId: number, template: 'verify_new_email' | 'reset_password'): Promise<string> {
  const { rows } = await pool.query<{ seed: string }>(
    `SELECT parameters ->> 'seed' AS seed FROM mail_outbox WHERE user_id = $1 AND template = $2 AND state = 'waiting' ORDER BY created_at DESC`,
    [userId, template],
  )
  return tokenOf(SECRET, template === 'reset_password' ? 'reset' : 'verify', rows[0]!.seed)
}

describe('a warning', () => {
  it('a warning goes to the address from before the change, even if another is in force when it is sent (H20)', async () => {
    const ani = await newBuyer()
    const wanted = `new-${ani.email}`
    await ask('reset_password', ani.email)
    expect(
      await resetPassword(pool, { token: await unsentToken(ani.id, 'reset_password'), passwordHash: '!!' }, new Date()),
    ).toMatchObject({ id: ani.id })
    await edit(ani, { email: wanted, newPasswordHash: '!!' })
    expect(await verifyEmail(pool, await unsentToken(ani.id, 'verify_new_email'), opened())).toMatchObject({
      user: { email: wanted },
    })
    await send()
    expect(await warningsTo(ani.email)).toEqual([
      'A new email address was entered for your account',
      'Your password was changed',
      'Your password was changed',
    ])
    expect(await warningsTo(wanted)).toEqual([])
    const { rows } = await pool.query('SELECT DISTINCT to_address FROM mail_outbox WHERE user_id = $1', [ani.id])
    expect(rows, 'forgotten once it is sent').toEqual([{ to_address: null }])
  })
})

describe('a link', () => {
  it('a reset link is not sent if a newer one was requested, because the old one would not work (R126)', async () => {
    const ani = await newBuyer()
    await ask('reset_password', ani.email)
    await ask('reset_password', ani.email)
    await send()
    const [mail, ...others] = await caughtBy(ani.email)
    expect(others).toEqual([])
    expect(await resetPassword(pool, { token: tokenIn(mail!), passwordHash: '!!' }, new Date())).toMatchObject({
      id: ani.id,
    })
  })

  it('a link to verify a new account is sent in its latest version (H19)', async () => {
    const email = 'davit-signs-up@hatik.test'
    const person = { email, passwordHash: '!', firstName: 'Davit', lastName: 'Buyer', language: 'en' } as const
    const { id } = await signUpBuyer(pool, person, { secret: SECRET, key: undefined, now: new Date() })
    await ask('resend_verification', email)
    await send()
    const [mail, ...others] = await caughtBy(email)
    expect(others).toEqual([])
    expect(await verifyEmail(pool, tokenIn(mail!), opened())).toMatchObject({ kind: 'verified', user: { id } })
  })

  describe('that expired before its mail went out, as after a day without mail', () => {
    const signUp = (email: string) =>
      signUpBuyer(
        pool,
        { email, passwordHash: '!', firstName: 'Davit', lastName: 'Buyer', language: 'en' },
        { secret: SECRET, key: undefined, now: new Date() },
      )
    /** Shifts everything ordered so far 25 hours into the past. */
    async function aDayPasses(userId: number): Promise<void> {
      await pool.query(
        `UPDATE users SET email_verification_expires = email_verification_expires - interval '25 hours' WHERE id = $1`,
        [userId],
      )
      await pool.query(
        `UPDATE mail_outbox SET useful_until = useful_until - interval '25 hours', created_at = created_at - interval '25 hours' WHERE user_id = $1`,
        [userId],
      )
    }
    const renew = () => renewLateLinks(pool, { secret: SECRET, now: new Date() })

    it.each([
      ['was dropped', 'late-dropped@hatik.test', send],
      ['still waits', 'late-waiting@hatik.test', async () => undefined],
    ])('an expired link is renewed once, even by several workers: its mail %s', async (_what, email, meanwhile) => {
      const { id } = await signUp(email)
      expect(await renew()).toBe(0)
      await aDayPasses(id)
      await meanwhile()
      expect((await Promise.all([renew(), renew(), renew()])).reduce((sum, renewed) => sum + renewed)).toBe(1)
      await send()
      const [mail, ...others] = await caughtBy(email)
      expect(others).toEqual([])
      expect(await renew()).toBe(0)
      expect(await verifyEmail(pool, tokenIn(mail!), opened())).toMatchObject({ kind: 'verified', user: { id } })
      await aDayPasses(id)
      expect(await renew()).toBe(0)
    })

    it('an expired link is renewed even behind rows that always fail', async () => {
      const stuck = await Promise.all(Array.from({ length: 12 }, (_, n) => signUp(`stuck-${n}@hatik.test`)))
      const { id } = await signUp('behind-them@hatik.test')
      for (const each of [...stuck, { id }]) await aDayPasses(each.id)
      await pool.query(`
        CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF (SELECT email LIKE 'stuck-%' FROM users WHERE id = NEW.user_id) THEN RAISE EXCEPTION 'no link for %', NEW.user_id; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER refuse_stuck BEFORE INSERT ON mail_outbox FOR EACH ROW EXECUTE FUNCTION refuse_stuck()`)
      let renewed = 0
      for (let round = 0; round < 60; round += 1) {
        await renew().catch(() => {})
        renewed =
          (await pool.query('SELECT FROM users WHERE id = $1 AND email_verification_expires > now()', [id])).rowCount ??
          0
        if (renewed === 1) break
      }
      await pool.query('DROP TRIGGER refuse_stuck ON mail_outbox')
      await pool.query('DELETE FROM users WHERE id = ANY($1)', [stuck.map((each) => each.id)])
      expect(renewed).toBe(1)
      await send()
    })

    it('an expired link is not renewed if it was sent but not opened, nor for a rejected registration (decision 35)', async () => {
      const { id } = await signUp('sent@hatik.test')
      await send()
      await aDayPasses(id)
      const shop = await insertBusiness(pool, { passwordHash: '!', plan: 'starter', status: 'rejected', perks: [] })
      await pool.query('UPDATE users SET email_verified = false, email_verification_expires = now() WHERE id = $1', [
        shop.id,
      ])
      await orderVerification(pool, shop.id, { seed: 'any' }, new Date())
      await aDayPasses(shop.id)
      expect(await renew()).toBe(0)
      await send()
    })
  })

  it('a link to verify a new address is not sent if that address was corrected first (H20)', async () => {
    const lia = await newBuyer()
    const [mistyped, wanted] = [`mistyped-${lia.email}`, `right-${lia.email}`]
    await edit(lia, { email: mistyped })
    await edit(lia, { email: wanted })
    await send()
    expect(await caughtBy(mistyped)).toEqual([])
    const [mail] = await caughtBy(wanted)
    expect(await verifyEmail(pool, tokenIn(mail!), opened())).toMatchObject({
      kind: 'address_changed',
      user: { email: wanted },
    })
  })
})
