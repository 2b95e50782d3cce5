import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createMailer, mailFailure, MailRefused } from './mailer.ts'

const servers: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))))
})

/** Like Debian's Postfix: STARTTLS, self-signed. Records mails and passwords. */
async function mailServer(options: SMTPServerOptions = {}, listenOn = '127.0.0.1') {
  const [taken, passwords]: [string[], unknown[]] = [[], []]
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ password }, _session, answer) => {
      passwords.push(password)
      answer(null, { user: 'hatik' })
    },
    onData: (stream, { envelope, secure }, answer) => {
      stream.resume()
      stream.on('end', () => {
        taken.push(`${envelope.rcptTo.map(({ address }) => address).join()} ${secure ? 'over TLS' : 'in the clear'}`)
        answer()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  servers.push(server)
  server.listen(0, listenOn)
  await once(server.server as Server, 'listening')
  return { port: (server.server.address() as AddressInfo).port, taken, passwords }
}

const send = (url: string) =>
  createMailer(url, 'Hatik <no-reply@hatik.test>').send(
    { id: 'm', to: 'ani@hatik.test', subject: 's', text: 't', html: 'h' },
    async () => {},
  )
const failureAt = (url: string) => send(url).then(() => 'sent', mailFailure)

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['[::1]', '::1'],
])('a local mail server (%s) takes mails over TLS with a self-signed certificate', async (host, listenOn) => {
  const { port, taken } = await mailServer({}, listenOn)
  await send(`smtp://${host}:${port}`)
  expect(taken).toEqual(['ani@hatik.test over TLS'])
})

/** This machine, but not recognised as such. */
const ANOTHER = '0.0.0.0'

it("another machine's mail server must have a valid certificate", async () => {
  const { port, taken } = await mailServer()
  expect(await failureAt(`smtp://${ANOTHER}:${port}`)).toEqual({
    reason: 'Error',
    code: expect.stringContaining('CERT'),
    command: 'CONN',
  })
  expect(taken).toEqual([])
})

it('sends a password to another machine only over TLS, and to a local server either way', async () => {
  const clear = await mailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  expect(await failureAt(`smtp://hatik:secret@${ANOTHER}:${clear.port}`)).toMatchObject({
    code: 'ETLS',
    command: 'STARTTLS',
  })
  expect(clear).toMatchObject({ passwords: [], taken: [] })
  await send(`smtp://${ANOTHER}:${clear.port}`)
  await send(`smtp://hatik:secret@127.0.0.1:${clear.port}`)
  expect(clear).toMatchObject({
    passwords: ['secret'],
    taken: ['ani@hatik.test in the clear', 'ani@hatik.test in the clear'],
  })
})

it('the log of a failed mail shows which setting is wrong, and names nobody', async () => {
  const { port } = await mailServer({
    onRcptTo: ({ address }, _session, answer) =>
      answer(Object.assign(new Error(`5.1.1 no mailbox ${address}`), { responseCode: 550 })),
  })
  expect(await failureAt('smtp://127.0.0.1:9')).toEqual({ reason: 'Error', code: 'ECONNREFUSED', command: 'CONN' })
  expect(await failureAt(`smtps://127.0.0.1:${port}`)).toEqual({
    reason: 'Error',
    code: expect.stringMatching(/^(ERR_SSL_.*|ESOCKET|EPROTO)$/),
    command: 'CONN',
  })
  const refused = await send(`smtp://127.0.0.1:${port}`).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MailRefused)
  expect(mailFailure(refused)).toEqual({
    reason: 'MailRefused',
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
  })
  expect(JSON.stringify(mailFailure(refused))).not.toContain('ani@')
  expect([mailFailure(undefined), mailFailure('no')]).toEqual([{ reason: 'unknown' }, { reason: 'unknown' }])
})
