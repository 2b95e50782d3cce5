/** What production does not start without: each has a default that is good for a look and wrong for people. */
const NEEDED = {
  PUBLIC_URL: 'is not set. Production needs the address that people type, as https://hatik.example.am: links in mails lead there',
  MAIL_FROM: 'is not set. Production needs the sender of its mails, as Hatik <no-reply@hatik.example.am>',
  SMTP_URL: 'is not set. Production needs a mail server, as smtp://user:password@host:587: without one every mail would be caught, and nobody could read it',
} as const

/** What is missing, by variable, in words for whoever starts it. None outside production. */
export function missingInProduction(env: Record<string, string | undefined>): Partial<Record<keyof typeof NEEDED, string>> {
  if (env['NODE_ENV'] !== 'production') return {}
  return Object.fromEntries(Object.entries(NEEDED).filter(([name]) => !env[name]))
}
