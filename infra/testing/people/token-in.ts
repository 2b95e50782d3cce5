import type { CaughtMail } from '../../local/servers/mail-catcher.ts'

/** The token of the link that a mail brings; empty where it brings none. */
export function tokenIn({ links }: Pick<CaughtMail, 'links'>): string {
  const link = links.find((one) => one.includes('token='))
  return (link && new URL(link).searchParams.get('token')) ?? ''
}
