export type MailWords = { subject: string; lines: string[]; button?: { label: string; path: string }; note?: string }

export type MailFacts = {
  businessName: string
  reason: string
  /** A day in Yerevan, in the mail's language and grammatical case. */
  untilDay: string
  onDay: string
  daysLeft: number
  support: string
  /** The path with its token, or '' without a link. */
  linkPath: string
  role: string
  status: string
  isRegistering: boolean
  /** An id: businesses never see administrators' names. */
  adminId: string
  /** In Yerevan, in the mail's language. */
  startedAt: string
  /** '' if there is no invoice. */
  invoiceNumber: string
  plan: string
  cycle: string
  /** Time paid for during the trial starts after it (H38). */
  beginsAfterTrial: boolean
  amount: string
  /** `sinceDay`: redemption day. `lastDay`: if the code expires. All are '' without a code. */
  perkName: string
  perkBusiness: string
  sinceDay: string
  lastDay: string
  takesPart: boolean
  /** Unused codes at a business. `days`: minimum age; `ttlDays`: lifetime, '' if unlimited. */
  codes: number
  days: string
  ttlDays: string
  /** Browser and system, or ''. */
  device: string
  /** Names, or ''. `passkeysGone`: removed by a reset. */
  passkeys: string
  passkeysGone: string
  /** Administrators and auditors, whose passkeys stay at a reset (decision 55). */
  isStaff: boolean
  /** Unused recovery codes. */
  codesLeft: number
  /** Only of `day_report`. */
  report: ReportFacts | undefined
  /** Only of `attention`. */
  remarks: RemarkFacts | undefined
}

/** Of a day; all in the mail's language. `before`: the same weekday before. */
export type ReportFacts = Record<
  | 'day'
  | 'asOf'
  | 'turnover'
  | 'turnoverBefore'
  | 'purchases'
  | 'purchasesBefore'
  | 'average'
  | 'buyers'
  | 'newBuyers'
  | 'given'
  | 'perks'
  | 'path',
  string
>

/** Of a day; numbers of remarks by kind, and all in the mail's language. */
export type RemarkFacts = { day: string; path: string; large: number; many: number; undos: number; outside: number }

export const MAIL_TEMPLATES = [
  'verify_email',
  'verify_new_email',
  'email_change',
  'reset_password',
  'password_changed',
  'new_device',
  'passkey_added',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_code_used',
  'registration_received',
  'approved',
  'rejected',
  'suspended',
  'reinstated',
  'trial_ending',
  'trial_expired',
  'invoice_issued',
  'invoice_withdrawn',
  'plan_lapsed',
  'account_deleted',
  'visit_started',
  'redemption_waiting',
  'redemptions_waiting',
  'day_report',
  'attention',
  'manager_invited',
  'manager_joined',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

export type Writer = (facts: MailFacts) => MailWords
