import { hostOf, isLoopback } from './loopback.ts'

/** Variables whose defaults suit a trial but not production. */
const NEEDED = {
  PUBLIC_URL:
    'is not set: links in mails lead to this machine. Give the address that people type, as https://hatik.example.am',
  MAIL_FROM: 'is not set: mails come from no-reply@hatik.test. Give their sender, as Hatik <no-reply@hatik.example.am>',
  SMTP_URL:
    'is not set: mails are caught, and nobody can read them. Give a mail server, as smtp://user:password@host:587',
} as const

const READABLE =
  'PUBLIC_URL is no https address: passwords and sessions can be read by whoever is on the way. Give the https address of the proxy in front'

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
