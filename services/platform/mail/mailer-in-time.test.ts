import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { smtpThat, type OddSmtp } from '../../../infra/testing/servers/odd-smtp.ts'
import { createMailer, MailRefused } from './mailer.ts'

const WITHIN_MS = 500
const MESSAGE = { id: '1', to: 'ani@hatik.test', subject: 's', text: 't', html: '<p>t</p>' }

const PLACES = { EHLO: 'EHLO', MAIL: 'MAIL', 'the end of the message': 'dot' } as const

let server: OddSmtp
afterEach(() => server.close())

/** Sends data at one step without completing it. */
const drippingAt = (place: keyof typeof PLACES) =>
  smtpThat({
    on: {
      [PLACES[place]]: (socket: Socket) => {
        const timer = setInterval(() => socket.write('250-wait\r\n'), WITHIN_MS / 20)
        socket.once('close', () => clearInterval(timer))
      },
    },
  })

it.each([
  ['EHLO', false],
  ['MAIL', false],
  ['the end of the message', true],
] as const)(
  'the mailer gives up in time on a server that never completes %s, and closes the connection',
  async (place, handedOver) => {
    server = await drippingAt(place)
    let before = false
    const sent = createMailer(server.url, 'x@hatik.test', { handInWithinMs: WITHIN_MS }).send(
      MESSAGE,
      async () => void (before = true),
    )
    const failure: unknown = await sent.catch((error: unknown) => error)
    // The server may have the message.
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(failure).toMatchObject({ message: 'The mail server did not respond in time' })
    expect(before).toBe(handedOver)
    const [socket] = server.sockets
    if (!socket!.closed) await once(socket!, 'close', { signal: AbortSignal.timeout(5_000) })
  },
)
