import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { MailTemplate } from './templates.ts'

/**
 * Business statuses in which a mail may still be sent: a delayed mail may be outdated. A suspension overrides all
 * others (H22).
 */
const TRUE_WHILE: Partial<Record<MailTemplate, readonly BusinessStatus[]>> = {
  registration_received: ['pending'],
  approved: ['active'],
  rejected: ['rejected'],
  suspended: ['suspended'],
  reinstated: ['active', 'trial_expired'],
  trial_ending: ['active'],
  trial_expired: ['trial_expired'],
  plan_lapsed: ['trial_expired'],
  day_report: ['active'],
  attention: ['active'],
  manager_invited: ['active'],
}

type Now = {
  status: BusinessStatus | null
  invoiceState?: string | null
  periodStart: Date | null
}

export async function stillTrue(
  db: Queryable,
  mail: { id: string; template: MailTemplate },
  { status, invoiceState, periodStart }: Now,
): Promise<boolean> {
  const { id, template } = mail
  // A paid or withdrawn invoice asks for nothing, but the end of a suspension is always told.
  if (invoiceState && invoiceState !== 'open' && template !== 'reinstated') return false
  const stands = TRUE_WHILE[template]
  if (stands && !stands.some((one) => one === status)) return false
  // A paid period has replaced the trial, or will.
  if (template === 'trial_ending' && periodStart !== null) return false
  // An older suspension's reason no longer applies.
  return template !== 'suspended' || !(await wasOrderedAgain(db, id))
}

async function wasOrderedAgain(db: Queryable, mailId: string): Promise<boolean> {
  const { rows } = await db.query<{ again: boolean }>(
    `SELECT EXISTS (SELECT FROM mail_outbox later WHERE later.user_id = mail.user_id AND later.template = mail.template AND later.created_at > mail.created_at) AS again
     FROM mail_outbox mail WHERE id = $1`,
    [mailId],
  )
  return rows[0]?.again === true
}
