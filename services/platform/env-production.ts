/** What is said of production at its start where it is left out: each has a default that is good for a look and wrong for people. */
const NEEDED = {
  PUBLIC_URL: 'is not set: links in mails lead to this machine. Give the address that people type, as https://hatik.example.am',
  MAIL_FROM: 'is not set: mails come from no-reply@hatik.test. Give their sender, as Hatik <no-reply@hatik.example.am>',
  SMTP_URL: 'is not set: mails are caught, and nobody can read them. Give a mail server, as smtp://user:password@host:587',
} as const

/** A line for each, in words for whoever starts it. None outside production. */
export function missingInProduction(env: Record<string, string | undefined>): string[] {
  if (env['NODE_ENV'] !== 'production') return []
  return Object.entries(NEEDED).flatMap(([name, words]) => (env[name] ? [] : `${name} ${words}`))
}
