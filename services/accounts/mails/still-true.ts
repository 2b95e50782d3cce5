import type { BusinessStatus } from '#contracts/calls/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import type { MailTemplate } from './templates.ts'

/**
 * What a mail says of how a business stands is said while it stands so. One that was held up, as by a mail server that was away, is not sent after what has
 * ended it: no suspension after the reinstatement, no end of a trial after the payment; and while a suspension lasts, which wins over all (H22), it alone is told.
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
}

type Now = {
  /** How the business stands. */
  status: BusinessStatus | null
  /** Of the bill that the mail is about. */
  invoiceState?: string | null
  /** Of what is paid for. */
  periodStart: Date | null
}

/** Whether what the mail says still holds as it is written. */
export async function stillTrue(
  db: Queryable,
  mail: { id: string; template: MailTemplate },
  { status, invoiceState, periodStart }: Now,
): Promise<boolean> {
  const { id, template } = mail
  // A bill that was paid or withdrawn meanwhile asks for nothing any more. That a suspension is over is worth a mail all the same.
  if (invoiceState && invoiceState !== 'open' && template !== 'reinstated') return false
  const stands = TRUE_WHILE[template]
  if (stands && !stands.some((one) => one === status)) return false
  // Nor does a trial end any more that a paid period has taken the place of, or will.
  if (template === 'trial_ending' && periodStart !== null) return false
  // Its reason is not that of the suspension which holds now.
  return template !== 'suspended' || !(await wasOrderedAgain(db, id))
}

/** Whether the same was said to the same person again, later. */
async function wasOrderedAgain(db: Queryable, mailId: string): Promise<boolean> {
  const { rows } = await db.query<{ again: boolean }>(
    `SELECT EXISTS (SELECT FROM mail_outbox later WHERE later.user_id = mail.user_id AND later.template = mail.template AND later.created_at > mail.created_at) AS again
     FROM mail_outbox mail WHERE id = $1`,
    [mailId],
  )
  return rows[0]?.again === true
}
