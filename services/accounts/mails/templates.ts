/** The mails that there are, what their sentences may speak of, and what one says. */

export type MailWords = { subject: string; lines: string[]; button?: { label: string; path: string }; note?: string }

/** What the sentences may speak of. */
export type MailFacts = {
  businessName: string
  reason: string
  /** A day in Yerevan, in the mail's language and in the case that the sentence needs. */
  untilDay: string
  onDay: string
  daysLeft: number
  support: string
  /** The path with its token, where the template has one. */
  linkPath: string
  role: string
  status: string
  /** A business about which somebody still has to decide. */
  isRegistering: boolean
  /** Who of the support: a number, as everywhere where the business sees it. */
  adminId: string
  /** The moment at which it began, in Yerevan and in the mail's language. */
  startedAt: string
  /** A bill: its number, what it is for and how much. '' where there is none. */
  invoiceNumber: string
  plan: string
  cycle: string
  /** Whoever buys Starter in the trial keeps the trial (H38). */
  beginsAfterTrial: boolean
  amount: string
  /** A perk that was redeemed and not used: since when ('' for none), and the last day on which its code holds, where it ends. */
  perkName: string
  perkBusiness: string
  sinceDay: string
  lastDay: string
  /** Whether the business that is spoken of can take codes now. */
  takesPart: boolean
  /** Codes that wait at a business: how many, for how many days at least, and after how many they end ('' where they do not). */
  codes: number
  days: string
  ttlDays: string
  /** A short name of browser and system; '' where it has none. */
  device: string
}

export const MAIL_TEMPLATES = [
  'verify_email',
  'verify_new_email',
  'email_change',
  'reset_password',
  'password_changed',
  'new_device',
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
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/** Says one mail in one language. */
export type Writer = (facts: MailFacts) => MailWords
