/**
 * The door to the mail server: one message over one connection. It uses nodemailer's SMTP connection and none of its transports: a
 * transport reads the message to its end before the server has asked for it, and just before that end `beforeHandOver` has to be awaited
 * (decision 20).
 */
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hostOf, isLoopback } from '../env/loopback.ts'

export type Message = { id: string; to: string; subject: string; text: string; html: string }

/**
 * What a server says no to when it may mean this mail. A no to anything before (the connection, the login, the sender) meets every mail alike,
 * and ends when somebody mends the settings.
 */
const ABOUT_THIS_MAIL: readonly unknown[] = ['RCPT TO', 'DATA']
/**
 * There as well many servers say what they have against their client or its sender, with the same three digits. Only these (RFC 3463) speak
 * of the addressee: there is no such mailbox or no such host, the address cannot be, it has moved, it takes no mail, it is switched off.
 */
const OF_THE_ADDRESSEE = /(?<![\d.])5\.(1\.(1|2|3|6|10)|2\.1)(?![\d.]*\d)/

/** The server has said no: the message is not on its way. `permanent`: it would say so again of this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly replyCode: number
  readonly permanent: boolean

  constructor(
    replyCode: number,
    { command, response, cause }: { command: unknown; response: unknown; cause: unknown },
  ) {
    super(`The mail server refused a message with ${replyCode}`, { cause })
    this.replyCode = replyCode
    this.permanent = replyCode >= 500 && ABOUT_THIS_MAIL.includes(command) && OF_THE_ADDRESSEE.test(String(response))
  }
}

/** What the log may say of a mail that was not sent. */
export type MailFailure = { reason: string; code?: string; command?: string; responseCode?: number }

/**
 * Enough to mend the settings by: what the system or nodemailer calls it (ECONNREFUSED, ENOTFOUND, ETLS, EAUTH), what the server was asked when it
 * happened, and the three digits of its answer. Never its words: they name persons (H25).
 */
export function mailFailure(error: unknown): MailFailure {
  const told: { code?: unknown; originalCode?: unknown; command?: unknown; responseCode?: unknown } =
    (error instanceof MailRefused ? error.cause : error) ?? {}
  const code = told.originalCode ?? told.code
  return {
    reason: error instanceof Error ? error.name : 'unknown',
    ...(typeof code === 'string' && { code }),
    ...(typeof told.command === 'string' && { command: told.command }),
    ...(typeof told.responseCode === 'number' && { responseCode: told.responseCode }),
  }
}

export interface Mailer {
  /**
   * Resolves when the server has taken the message. `beforeHandOver` is awaited when everything but the end of the message
   * has been sent; where it throws, the message is not sent. Throws MailRefused, or another error where no answer came.
   */
  send(message: Message, beforeHandOver: () => Promise<void>): Promise<void>
}

const CONNECT_WITHIN_MS = 10_000
const SILENCE_MS = 20_000
/** A server that is slow at every step answers within this time in all, or counts as one that does not answer. */
export const HAND_IN_WITHIN_MS = 120_000

/**
 * `smtpUrl`: 'smtp://user:password@host:port' or smtps://. On this machine any certificate will do: a mail server there offers one that it signed
 * itself, and nobody stands between. A password goes to another machine over TLS or not at all. `from`: as 'Hatik <no-reply@example.am>'.
 * `handInWithinMs`: shorter for tests.
 */
export function createMailer(smtpUrl: string, from: string, { handInWithinMs = HAND_IN_WITHIN_MS } = {}): Mailer {
  const host = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'hatik.invalid'
  const sender = /<([^>]+)>$/.exec(from)?.[1] ?? from

  return {
    async send({ id, to, subject, text, html }, beforeHandOver) {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const raw = await new MailComposer({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
        messageId: `<${id}@${host}>`,
      })
        .compile()
        .build()
      const stream = Readable.from(untilHandOver(raw, beforeHandOver))
      try {
        await handIn(smtpUrl, { from: sender, to: [to] }, stream, handInWithinMs)
      } catch (error) {
        const { responseCode, command, response } = error as {
          responseCode?: unknown
          command?: unknown
          response?: unknown
        }
        const replyCode = Number(responseCode)
        throw replyCode >= 400 ? new MailRefused(replyCode, { command, response, cause: error }) : error
      } finally {
        stream.destroy()
      }
    },
  }
}

/** The end of a stream is what makes nodemailer send the final dot: until this returns, the server has no message. */
async function* untilHandOver(raw: Buffer, beforeHandOver: () => Promise<void>): AsyncGenerator<Buffer> {
  yield raw
  await beforeHandOver()
}

function handIn(
  smtpUrl: string,
  envelope: { from: string; to: string[] },
  message: Readable,
  withinMs: number,
): Promise<void> {
  const url = new URL(smtpUrl)
  const host = hostOf(url)
  const secure = url.protocol === 'smtps:'
  const stays = isLoopback(host)
  const connection = new SMTPConnection({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !stays && url.username !== '',
    ...(stays && { tls: { rejectUnauthorized: false } }),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENCE_MS,
  })
  let late: NodeJS.Timeout | undefined
  return new Promise<void>((resolve, reject) => {
    late = setTimeout(() => reject(new Error('The mail server took too long')), withinMs)
    const send = () => connection.send(envelope, message, (error) => (error ? reject(error) : resolve()))
    connection.on('error', reject)
    connection.once('end', () => reject(new Error('The mail server closed the connection')))
    connection.connect((error) => {
      if (error) return reject(error)
      if (!url.username) return send()
      const credentials = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      connection.login({ credentials }, (refused) => (refused ? reject(refused) : send()))
    })
  }).finally(() => {
    clearTimeout(late)
    connection.close()
  })
}
