import type { CaughtMail } from '../../local/servers/mail-catcher.ts'

/** The link token in a mail, or an empty string. */
export function tokenIn({ links }: Pick<CaughtMail, 'links'>): string {
  const link = links.find((one) => one.includes('token='))
  return (link && new URL(link).searchParams.get('token')) ?? ''
}
