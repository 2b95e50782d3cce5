import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migration as deadFarewells } from '../../../infra/migrations/0036-dead-farewells.ts'
import { startMailCatcher, type CaughtMail, type MailCatcher } from '../../../infra/local/servers/mail-catcher.ts'
import { smtpThat, type OddSmtp } from '../../../infra/testing/servers/odd-smtp.ts'
import { insertUser } from '../../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { deadMails, orderMail, reviveMail, sendDueMails, type Compose } from './mail-outbox.ts'
import { createMailer } from './mailer.ts'
import { createKnex } from '../postgres/knex.ts'
import { createPool } from '../postgres/postgres.ts'
import { inTransaction } from '../postgres/transaction.ts'

const { services, pool } = await testDatabase({ max: 8 })
let catcher: MailCatcher
const folder = mkdtempSync(join(tmpdir(), 'hatik-mails-'))
beforeAll(async () => {
  catcher = await startMailCatcher({ dataDir: folder })
})
afterAll(async () => {
  await catcher.stop()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => pool.query('DELETE FROM mail_outbox'))

const compose: Compose = async (_db, { id, userId, parameters }) =>
  parameters['nothing']
    ? undefined
    : { id, to: `user-${userId}@hatik.test`, subject: 'Բարև', text: 'Միավորներ\n.\nերեք', html: '<p>Միավորներ</p>' }
const order = (cause: string, userId: number, more: object = {}) =>
  orderMail(pool, { cause, template: 'x', userId, ...more })
const caughtBy = async (userId: number): Promise<CaughtMail[]> =>
  ((await (await fetch(catcher.httpUrl)).json()) as CaughtMail[]).filter(({ to }) => to === `user-${userId}@hatik.test`)
const send = (url = catcher.smtpUrl) => sendDueMails(pool, createMailer(url, 'Hatik <no-reply@hatik.test>'), compose)
const stateOf = async (cause: string) =>
  (
    await pool.query<{ state: string; attempts: number; failure: string | null }>(
      'SELECT state, attempts, failure FROM mail_outbox WHERE cause = $1',
      [cause],
    )
  ).rows[0]
const makeDue = () => pool.query(`UPDATE mail_outbox SET next_attempt_at = now() WHERE state = 'waiting'`)

describe('the mail outbox sends one mail per cause', () => {
  it('a mail is ordered together with its cause or not at all, and once per cause', async () => {
    await expect(
      inTransaction(pool, async (client) => {
        await orderMail(client, { cause: 'a', template: 'x', userId: 1 })
        throw new Error('the rows were refused')
      }),
    ).rejects.toThrow()
    expect([await order('a', 1), await order('a', 1)]).toEqual([true, false])
    expect(await send()).toEqual({ sent: 1, dropped: 0, putOff: 0, dead: 0 })
    expect(await order('a', 1)).toBe(false)
    expect(await send()).toMatchObject({ sent: 0 })
    expect(await caughtBy(1)).toMatchObject([
      { subject: 'Բարև', text: 'Միավորներ\n.\nերեք', from: 'Hatik <no-reply@hatik.test>' },
    ])
  })

  it('many workers send each mail once', async () => {
    for (let index = 0; index < 30; index += 1) await order(`b${index}`, 2)
    const rounds = await Promise.all([send(), send(), send()])
    expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(30)
    expect(await caughtBy(2)).toHaveLength(30)
  })

  it('the data of sent mails is deleted, and mails that no longer apply or are too late are dropped', async () => {
    await order('c1', 3, { to: 'somebody@hatik.test', parameters: { reason: 'secret' } })
    await order('c2', 3, { parameters: { nothing: 1 } })
    await order('c3', 3, { usefulUntil: new Date(Date.now() - 1) })
    expect(await send()).toEqual({ sent: 1, dropped: 2, putOff: 0, dead: 0 })
    expect((await pool.query('SELECT DISTINCT to_address, parameters FROM mail_outbox')).rows).toEqual([
      { to_address: null, parameters: {} },
    ])
  })

  it('a mail is retried if the server is unreachable or refuses temporarily, and becomes a dead letter if it refuses permanently', async () => {
    await order('d1', 4)
    expect(await send('smtp://127.0.0.1:9')).toMatchObject({ putOff: 1 })
    expect(await send()).toEqual({ sent: 0, dropped: 0, putOff: 0, dead: 0 })
    await makeDue()
    const busy = await smtpThat({ says: { dot: '451 not now' } })
    expect(await send(busy.url)).toMatchObject({ putOff: 1 })
    expect(await stateOf('d1')).toEqual({ state: 'waiting', attempts: 2, failure: 'refused: 451' })
    await busy.close()
    await makeDue()
    expect(await send()).toMatchObject({ sent: 1 })
    expect(await caughtBy(4)).toHaveLength(1)

    await order('d2', 5)
    const never = await smtpThat({ says: { RCPT: '550 5.1.1 nobody here' } })
    expect(await send(never.url)).toMatchObject({ dead: 1 })
    await never.close()
    const [dead] = await deadMails(pool)
    expect(dead).toMatchObject({ template: 'x', userId: 5, failure: 'refused: 550' })
    expect(await reviveMail(pool, dead!.id)).toBe('revived')
    expect(await send()).toMatchObject({ sent: 1 })
    expect(await caughtBy(5)).toHaveLength(1)
  })

  it('a mail outlasts four days of a server that is down, then becomes a dead letter', async () => {
    await order('k', 14)
    await order('l', 15)
    let minutes = 0
    while (minutes < 4 * 24 * 60) {
      expect(await send('smtp://127.0.0.1:9')).toMatchObject({ putOff: 2, dead: 0 })
      const { rows } = await pool.query<{ next: number }>(
        `SELECT min(extract(epoch FROM next_attempt_at - now()) / 60)::float8 AS next FROM mail_outbox`,
      )
      minutes += rows[0]!.next
      await makeDue()
    }
    await pool.query(`UPDATE mail_outbox SET next_attempt_at = now() + interval '12 hours' WHERE cause = 'l'`)
    expect(await send()).toMatchObject({ sent: 1 })
    expect(await caughtBy(14)).toHaveLength(1)
    for (let tries = 0; (await stateOf('l'))?.state === 'waiting'; tries += 1) {
      expect(tries).toBeLessThan(5)
      await makeDue()
      await send('smtp://127.0.0.1:9')
    }
    expect(await stateOf('l')).toMatchObject({ state: 'dead', failure: 'could not be sent' })
    // A resent dead letter has all its attempts again.
    expect(await reviveMail(pool, (await deadMails(pool))[0]!.id)).toBe('revived')
    expect(await send('smtp://127.0.0.1:9')).toMatchObject({ putOff: 1, dead: 0 })
  })

  it('a mail postponed by a clock that was years ahead is sent soon, and other mails no earlier than planned', async () => {
    await order('n', 14)
    await order('o', 15)
    expect(await send('smtp://127.0.0.1:9')).toMatchObject({ putOff: 2 })
    await pool.query(`UPDATE mail_outbox SET next_attempt_at = next_attempt_at + interval '73 years' WHERE cause = 'n'`)
    await pool.query(`UPDATE mail_outbox SET next_attempt_at = now() + interval '12 hours' WHERE cause = 'o'`)
    expect(await send()).toMatchObject({ sent: 1 })
    expect(await stateOf('n')).toMatchObject({ state: 'sent' })
    expect(await stateOf('o')).toMatchObject({ state: 'waiting' })
  })

  it.each([
    ['the connection', 'greeting', '554 not you'],
    ['the login', 'AUTH', '535 wrong password'],
    ['the sender', 'MAIL', '550 5.1.1 no such sender'],
    ['its client at the addressee', 'RCPT', '554 5.7.1 <somebody@hatik.test>: Relay access denied'],
    [
      'its sender at the addressee',
      'RCPT',
      '553 5.7.1 <no-reply@hatik.test>: Sender address rejected: not owned by user',
    ],
    ['somebody and says no more', 'RCPT', '550 relay not permitted'],
    ['a client of such an address', 'RCPT', '550-refused by a list\r\n550 you are 45.1.1.1, look for 5.1.1.1'],
    ['the sender at the end of the message', 'dot', '554 Message rejected: Email address is not verified.'],
  ] as const)(
    'a server that refuses %s has not refused the mail: it is retried later',
    async (_what, command, answer) => {
      await order('i', 12)
      const refusing = await smtpThat({ says: { [command]: answer } })
      expect(await send(refusing.url.replace('//', '//user:password@'))).toEqual({
        sent: 0,
        dropped: 0,
        putOff: 1,
        dead: 0,
      })
      await refusing.close()
      expect(await stateOf('i')).toMatchObject({
        state: 'waiting',
        attempts: 1,
        failure: `refused: ${answer.slice(0, 3)}`,
      })
      await makeDue()
      expect(await send()).toMatchObject({ sent: 1 })
    },
  )

  it.each([
    [
      'whom it does not know',
      'RCPT',
      '550-5.1.1 The account that you tried to reach does not exist.\r\n550 5.1.1 Check the address.',
    ],
    ['whom it does not know, in words of its own', 'RCPT', '553 sorry, no mailbox here by that name (#5.1.1)'],
    ['who takes no mail', 'RCPT', '556 5.1.10 recipient address has null MX'],
    ['at the end of the message', 'dot', '550 5.2.1 The account is disabled'],
  ] as const)('a server that refuses a recipient %s is not asked again', async (_what, command, answer) => {
    await order('j', 13)
    const refusing = await smtpThat({ says: { [command]: answer } })
    expect(await send(refusing.url)).toEqual({ sent: 0, dropped: 0, putOff: 0, dead: 1 })
    await refusing.close()
    expect(await stateOf('j')).toMatchObject({ state: 'dead', failure: `refused: ${answer.slice(0, 3)}` })
  })

  it('an undeliverable mail to an erased person is dropped, and others are kept for an administrator (H25)', async () => {
    const { id } = await insertUser(pool, { role: 'business', passwordHash: '!' })
    await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [id])
    const never = await smtpThat({ says: { RCPT: '550 5.1.1 nobody here' } })
    const closing = await smtpThat({ on: { dot: (socket) => socket.destroy() } })
    for (const { url, close } of [never, closing]) {
      await order(`farewell from ${url}`, id, { to: 'last-address@hatik.test', parameters: { role: 'buyer' } })
      expect(await send(url)).toEqual({ sent: 0, dropped: 1, putOff: 0, dead: 0 })
      await close()
    }
    const { rows } = await pool.query('SELECT DISTINCT state, to_address, parameters FROM mail_outbox')
    expect(rows).toEqual([{ state: 'dropped', to_address: null, parameters: {} }])
    const present = await insertUser(pool, { role: 'business', passwordHash: '!' })
    const nobodyThere = await smtpThat({ says: { RCPT: '550 5.1.1 nobody here' } })
    for (const times of [1, 2])
      await order(`to somebody here ${times}`, present.id, { to: `address-${times}@hatik.test` })
    expect(await send(nobodyThere.url)).toEqual({ sent: 0, dropped: 0, putOff: 0, dead: 2 })
    await nobodyThere.close()
    expect(
      (await deadMails(pool)).map(({ to }) => to),
      'the newest first',
    ).toEqual(['address-2@hatik.test', 'address-1@hatik.test'])
  })

  it('old undeliverable mails to erased persons are dropped, and others are kept (H25)', async () => {
    const [gone, present] = [
      await insertUser(pool, { role: 'business', passwordHash: '!' }),
      await insertUser(pool, { role: 'business', passwordHash: '!' }),
    ]
    await pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [gone.id])
    for (const { id } of [gone, present])
      await order(`farewell of ${id}`, id, { to: 'last-address@hatik.test', parameters: { role: 'buyer' } })
    await pool.query(`UPDATE mail_outbox SET state = 'dead', failure = 'refused: 550', ended_at = now()`)
    const knex = createKnex(services.databaseUrl, { max: 1, name: 'test' })
    await deadFarewells.up(knex)
    await knex.destroy()
    expect((await deadMails(pool)).map(({ userId, to }) => [userId, to])).toEqual([
      [present.id, 'last-address@hatik.test'],
    ])
    const { rows } = await pool.query('SELECT state, to_address, parameters FROM mail_outbox WHERE user_id = $1', [
      gone.id,
    ])
    expect(rows).toEqual([{ state: 'dropped', to_address: null, parameters: {} }])
  })

  it('a link that soon expires is sent before older notices, even if ordered during a round (H19)', async () => {
    await order('k1', 14)
    await order('k2', 14)
    await order('k3', 14, { usefulUntil: new Date(Date.now() + 30 * 86_400_000) })
    await order('k4', 14, { usefulUntil: new Date(Date.now() + 3_600_000) })
    const sent: string[] = []
    const telling: Compose = async (db, mail) => {
      sent.push(mail.cause)
      return compose(db, mail)
    }
    const between = async () =>
      sent.length === 3 && (await order('k5', 14, { usefulUntil: new Date(Date.now() + 3_600_000) }))
    expect(await sendDueMails(pool, createMailer(catcher.smtpUrl, 'x@hatik.test'), telling, { between })).toMatchObject(
      { sent: 5 },
    )
    expect(sent).toEqual(['k4', 'k3', 'k1', 'k5', 'k2'])
  })

  it('a mail that cannot be composed blocks no other', async () => {
    await order('e1', 6)
    await order('e2', 7)
    const broken: Compose = async (db, mail) => {
      if (mail.userId === 6) await db.query('SELECT 1 / 0')
      return compose(db, mail)
    }
    expect(await sendDueMails(pool, createMailer(catcher.smtpUrl, 'x@hatik.test'), broken)).toMatchObject({
      sent: 1,
      putOff: 1,
    })
  })

  it('a worker killed before the last byte leaves the mail to be sent; one killed after it never sends it twice', async () => {
    await order('f1', 8)
    const silent = await smtpThat({ says: { RCPT: null } })
    await killedWhileSending(silent)
    await silent.close()
    expect(
      await waitUntil('the mail is free again', async () => ((await send()).sent === 1 ? 'sent' : undefined)),
    ).toBe('sent')
    expect(await caughtBy(8)).toHaveLength(1)

    await order('f2', 9)
    let taken = 0
    const swallowing = await smtpThat({ on: { dot: () => (taken += 1) } })
    await killedWhileSending(swallowing, () => taken === 1)
    await swallowing.close()
    await waitUntil('the mail is given up', async () => (await send()).dead === 1)
    expect(await stateOf('f2')).toMatchObject({ state: 'dead', failure: 'handed over, but the response was lost' })
    expect([taken, (await caughtBy(9)).length]).toEqual([1, 0])
  })

  it('a mail that another worker has handed over is not sent again', async () => {
    await order('h', 11)
    const lateComposer: Compose = async (db, mail) => {
      // By a worker that lost its lock but not its SMTP connection.
      await pool.query('INSERT INTO mail_handovers (mail_id) VALUES ($1)', [mail.id])
      return compose(db, mail)
    }
    const first = await sendDueMails(pool, createMailer(catcher.smtpUrl, 'x@hatik.test'), lateComposer)
    await makeDue()
    const second = await send()
    expect([first, second]).toEqual([
      { sent: 0, dropped: 0, putOff: 0, dead: 1 },
      { sent: 0, dropped: 0, putOff: 0, dead: 0 },
    ])
    expect(await stateOf('h')).toMatchObject({ state: 'dead', failure: 'handed over, but the response was lost' })
    expect(await caughtBy(11)).toEqual([])
    const { rows } = await pool.query('SELECT FROM mail_handovers h JOIN mail_outbox m ON m.id = h.mail_id')
    expect(rows).toHaveLength(1)
  })

  it('a mail is not retried with a server that takes the message and falls silent', async () => {
    await order('g', 10)
    let taken = 0
    const closing = await smtpThat({
      on: { dot: (socket) => ((taken += 1), socket.destroy()) },
    })
    expect(await send(closing.url)).toMatchObject({ dead: 1 })
    await makeDue()
    expect(await send(closing.url)).toEqual({ sent: 0, dropped: 0, putOff: 0, dead: 0 })
    expect(taken).toBe(1)
    await closing.close()
  })

  it('a mail counts as sent although the server took longer than PostgreSQL lets a transaction idle', async () => {
    await order('i', 12)
    const impatient = createPool(services.databaseUrl, { max: 4, name: 'impatient' })
    impatient.on('connect', (client) => void client.query(`SET idle_in_transaction_session_timeout = '200ms'`))
    const slow = await smtpThat({ on: { dot: (socket) => setTimeout(() => socket.write('250 taken\r\n'), 1_000) } })
    try {
      expect(await sendDueMails(impatient, createMailer(slow.url, 'x@hatik.test'), compose)).toMatchObject({ sent: 1 })
    } finally {
      await slow.close()
      await impatient.end()
    }
  })
})

/** Killed once the server has seen the mail. */
async function killedWhileSending(server: OddSmtp, when = () => server.sockets.length > 0): Promise<void> {
  const program = `
    import { sendDueMails } from '#platform/mail/mail-outbox.ts'
    import { createMailer } from '#platform/mail/mailer.ts'
    import { createPool } from '#platform/postgres/postgres.ts'
    const pool = createPool(process.env.DATABASE_URL, { max: 4, name: 'killed' })
    const compose = async (_db, { id, userId }) => ({ id, to: 'user-' + userId + '@hatik.test', subject: 's', text: 't', html: 'h' })
    await sendDueMails(pool, createMailer(process.env.SMTP_URL, 'x@hatik.test'), compose)`
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, DATABASE_URL: services.databaseUrl, SMTP_URL: server.url },
    stdio: 'inherit',
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  await waitUntil('the worker is in the middle of it', when)
  worker.kill('SIGKILL')
  await ended
}
