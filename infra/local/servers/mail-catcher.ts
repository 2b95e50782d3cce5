/** Catches all mails instead of delivering them: SMTP and a JSON list, both on 127.0.0.1. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { durableText } from '#platform/files/durable-file.ts'
import { rememberedPort } from '../ports.ts'

export interface CaughtMail {
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  links: string[]
  /** ISO 8601. */
  at: string
}

export interface MailCatcher {
  smtpUrl: string
  /**
   * The mails as JSON, newest first. The path is secret, because all local users reach the port and mails contain
   * sign-in links.
   */
  httpUrl: string
  stop: () => Promise<void>
}

const keptMails = 500
const maxMailBytes = 10 * 1024 * 1024

export async function startMailCatcher({ dataDir }: { dataDir: string }): Promise<MailCatcher> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'mails.json')
  let mails = readMails(file)

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxMailBytes,
    logger: false,
    onData: (stream, session, answer) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
        const keep = async () => {
          const mail = await readMail(Buffer.concat(parts), recipients, new Date())
          const kept = [mail, ...mails].slice(0, keptMails)
          writeMails(file, kept)
          mails = kept
        }
        // If storing fails, the sender is told and retries.
        keep().then(() => answer(), answer)
      })
    },
  })
  smtp.on('error', () => {})
  const path = `/${durableText(join(dataDir, 'http-secret'), () => randomBytes(24).toString('hex'))}`
  const http = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405).end()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(mails))
  })

  const smtpPort = await listen(smtp.server as Server, await rememberedPort(join(dataDir, 'smtp-port')))
  const httpPort = await listen(http, await rememberedPort(join(dataDir, 'http-port')))
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    httpUrl: `http://127.0.0.1:${httpPort}${path}`,
    stop: async () => {
      http.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ])
    },
  }
}

/** Recipients are those of the envelope, not of the headers. */
export async function readMail(raw: Buffer, recipients: string[], at: Date): Promise<CaughtMail> {
  const parsed = await PostalMime.parse(raw)
  const html = parsed.html ?? null
  const text = parsed.text ?? ''
  return {
    to: recipients.join(', '),
    from: parsed.from ? addressText(parsed.from) : '',
    subject: parsed.subject ?? '',
    text: text.trim(),
    html,
    links: linksIn(html ?? '', text),
    at: at.toISOString(),
  }
}

function addressText(address: Address): string {
  return address.name ? `${address.name} <${address.address ?? ''}>` : (address.address ?? '')
}

/** Links of the HTML, then those in the text. */
export function linksIn(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/<a\s[^>]*?href\s*=\s*["']?(https?:[^"'\s>]+)/gi)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  )
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) => link.replace(/[.,;:!?։]+$/u, ''))
  return [...new Set([...inHtml, ...inText])]
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function readMails(file: string): CaughtMail[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CaughtMail[]
  } catch {
    return []
  }
}

/** Atomic, so that a crash keeps the old list. */
function writeMails(file: string, mails: CaughtMail[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(mails), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
