import type { BusinessStatus, Language, Role } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'

export type Addressee = {
  email: string
  firstName: string
  emailVerified: boolean
  language: Language
  erased: boolean
  role: Role
  /** Hashes of the valid tokens. */
  verify: string | null
  reset: string | null
  businessName: string | null
  trialEndDate: Date | null
  /** Start of the paid period. */
  periodStart: Date | null
  status: BusinessStatus | null
  legalStatus?: string | null
  /** State of the invoice that the mail is about. */
  invoiceState?: string | null
  openInvoice?: string | null
  /** Hash of the open invitation that the mail is about, and whether its address has an account already. */
  invite: string | null
  isTaken: boolean
}

export async function readAddressee(
  db: Queryable,
  userId: number,
  { invoiceId = null, staffId = null }: Record<string, string | number | null>,
): Promise<Addressee | undefined> {
  const { rows } = await db.query<Addressee>(
    `SELECT u.email, u.first_name AS "firstName", u.email_verified AS "emailVerified", u.preferred_language AS language, u.erased_at IS NOT NULL AS erased, u.role,
       u.email_verification_token AS verify, u.password_reset_token AS reset, u.legal_status AS "legalStatus",
       p.business_name AS "businessName", p.trial_end_date AS "trialEndDate", p.subscription_start_date AS "periodStart", p.status,
       i.state AS "invoiceState", o.number AS "openInvoice",
       s.invitation_hash AS invite, EXISTS (SELECT FROM users a WHERE lower(a.email) = lower(s.invited_email)) AS "isTaken"
     FROM users u LEFT JOIN business_profiles p ON p.user_id = u.id LEFT JOIN invoices i ON i.id = $2 AND i.business_id = u.id
       LEFT JOIN invoices o ON o.business_id = u.id AND o.state = 'open' AND o.kind = 'charge'
       LEFT JOIN business_staff s ON s.id = $3 AND s.business_id = u.id AND s.owner_epoch >= u.session_epoch WHERE u.id = $1`,
    [userId, invoiceId, staffId],
  )
  return rows[0]
}
