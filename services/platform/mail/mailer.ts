/**
 * One message per SMTP connection. Avoids nodemailer's transports, which read the message ahead: `beforeHandOver` must
 * run just before its end (decision 20).
 */
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hostOf, isLoopback } from '../env/loopback.ts'

export type Message = { id: string; to: string; subject: string; text: string; html: string }

/** Refusals of earlier commands (connection, login, sender) affect every mail and end once settings are fixed. */
const ABOUT_THIS_MAIL: readonly unknown[] = ['RCPT TO', 'DATA']
/**
 * RFC 3463 codes about the recipient: no such mailbox or host, bad address, moved, accepts no mail, disabled. Other 5xx
 * may be about client or sender.
 */
const OF_THE_ADDRESSEE = /(?<![\d.])5\.(1\.(1|2|3|6|10)|2\.1)(?![\d.]*\d)/

/** Not delivered. `permanent`: a retry would be refused too. */
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

/** Safe to log. */
export type MailFailure = { reason: string; code?: string; command?: string; responseCode?: number }

/** Enough to fix settings, without the reply's text, which may name people (H25). */
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
   * Throws MailRefused, or another error without a reply. If `beforeHandOver`, awaited before the message's end,
   * throws, nothing is sent.
   */
  send(message: Message, beforeHandOver: () => Promise<void>): Promise<void>
}

const CONNECT_WITHIN_MS = 10_000
const SILENCE_MS = 20_000
/** For the whole exchange, against servers slow at each step. */
export const HAND_IN_WITHIN_MS = 120_000

/**
 * Accepts any certificate on loopback, where self-signed is usual; sends a password elsewhere only over TLS.
 * `handInWithinMs`: for tests.
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

/** The final dot is sent after this returns; before, the server has no message. */
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
    late = setTimeout(() => reject(new Error('The mail server did not respond in time')), withinMs)
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
