/**
 * Sends one message over one SMTP connection. Uses nodemailer's SMTPConnection without its transports: a transport
 * reads the message to its end before the server asks for it, but `beforeHandOver` must be awaited just before that end
 * (decision 20).
 */
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hostOf, isLoopback } from '../env/loopback.ts'

export type Message = { id: string; to: string; subject: string; text: string; html: string }

/**
 * SMTP commands whose refusal may concern this mail. A refusal of an earlier one (connection, login, sender) affects
 * every mail and ends when the settings are fixed.
 */
const ABOUT_THIS_MAIL: readonly unknown[] = ['RCPT TO', 'DATA']
/**
 * Enhanced status codes (RFC 3463) about the recipient: no such mailbox or host, bad address, moved, accepts no mail,
 * disabled. Servers also use 5xx replies at these commands for complaints about client or sender.
 */
const OF_THE_ADDRESSEE = /(?<![\d.])5\.(1\.(1|2|3|6|10)|2\.1)(?![\d.]*\d)/

/** The server refused the message, so it was not delivered. `permanent`: a retry would be refused, too. */
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

/** Details of a failed mail that the log may contain. */
export type MailFailure = { reason: string; code?: string; command?: string; responseCode?: number }

/**
 * Enough to fix the settings: the error code (ECONNREFUSED, ENOTFOUND, ETLS, EAUTH), the SMTP command, and the reply
 * code. Never the reply's text, which may name people (H25).
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
   * Resolves when the server has accepted the message; throws MailRefused, or another error if no reply came.
   * `beforeHandOver` is awaited once all but the end of the message is sent; if it throws, the message is not sent.
   */
  send(message: Message, beforeHandOver: () => Promise<void>): Promise<void>
}

const CONNECT_WITHIN_MS = 10_000
const SILENCE_MS = 20_000
/** Limit for the whole exchange, so that a server that is slow at each step counts as unresponsive. */
export const HAND_IN_WITHIN_MS = 120_000

/**
 * `smtpUrl`: smtp://user:password@host:port or smtps://; `from`: such as 'Hatik <no-reply@example.am>';
 * `handInWithinMs`: shorter for tests. Any certificate is accepted on loopback, since local servers use self-signed
 * ones; a password goes to another machine only over TLS.
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

/** Nodemailer sends the final dot when the stream ends: until this returns, the server has no message. */
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
