import { hostOf, isLoopback } from './loopback.ts'

/** Variables whose defaults suit a trial but not production. */
const NEEDED = {
  PUBLIC_URL:
    'is not set: links in mails point to this machine. Set it to the public address, such as https://hatik.example.am',
  MAIL_FROM:
    'is not set: mails are sent from no-reply@hatik.test. Set the sender, such as Hatik <no-reply@hatik.example.am>',
  SMTP_URL:
    'is not set: mails are caught and never delivered. Set a mail server, such as smtp://user:password@host:587',
} as const

const READABLE =
  'PUBLIC_URL is not an https address: passwords and sessions can be read in transit. Set it to the https address of the proxy'

/** Empty outside production. */
export function missingInProduction(env: Record<string, string | undefined>): string[] {
  if (env['NODE_ENV'] !== 'production') return []
  const missing = Object.entries(NEEDED).flatMap(([name, words]) => (env[name] ? [] : `${name} ${words}`))
  return isReadable(env['PUBLIC_URL']) ? [READABLE, ...missing] : missing
}

/** Plain HTTP to another machine. */
function isReadable(publicUrl: string | undefined): boolean {
  if (!publicUrl || !URL.canParse(publicUrl)) return false
  const url = new URL(publicUrl)
  return url.protocol === 'http:' && !isLoopback(hostOf(url))
}
