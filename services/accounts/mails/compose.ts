/** Writes a mail at the moment at which it is sent: names and addresses are read then, and stand in no job and no parameter. */
import { isNobodysAddress } from '#contracts/addresses.ts'
import { formatAmd, formatMoment } from '#contracts/formats.ts'
import type { BusinessStatus, Language } from '#contracts/session.ts'
import { DAY_MS, yerevanDay, yerevanDaysUntil } from '#contracts/time.ts'
import { isInTrial } from '#contracts/trial.ts'
import type { Compose } from '#platform/mail-outbox.ts'
import type { Queryable } from '#platform/postgres.ts'
import { tokenHash, tokenOf } from '../tokens.ts'
import { layOut } from './layout.ts'
import { MAIL_TEMPLATES, type MailTemplate } from './templates.ts'
import { dayInWords, MAIL_WORDS } from './words.ts'

type Addressee = {
  email: string
  firstName: string
  emailVerified: boolean
  language: Language
  erased: boolean
  /** Hashes of the tokens that work now. */
  verify: string | null
  reset: string | null
  businessName: string | null
  trialEndDate: Date | null
  /** Of what is paid for. */
  periodStart: Date | null
  status: BusinessStatus | null
  legalStatus?: string | null
  invoiceState?: string | null
  openInvoice?: string | null
}

const TOKEN_PATHS = {
  verify_email: ['verify', '/verify-email'],
  verify_new_email: ['verify', '/verify-email'],
  reset_password: ['reset', '/reset-password'],
} as const

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

/** Whichever bill is open when they are written, be it another than the one of then. */
const NAMES_THE_OPEN_BILL: readonly MailTemplate[] = ['trial_ending', 'reinstated']

const isTemplate = (name: string): name is MailTemplate => (MAIL_TEMPLATES as readonly string[]).includes(name)

/** What the read models know of codes that wait to be used, read when the mail is written, too. */
export type WaitingCodes = {
  /** Undefined where it waits no more. `takesPart`: whether its business can take it now. */
  redemption(db: Queryable, redemptionId: string): Promise<{ perkName: string; businessName: string; createdAt: Date; takesPart: boolean } | undefined>
  /** Of a business, made until then. */
  count(db: Queryable, businessId: number, madeUntil: Date): Promise<number>
}

type ComposerOptions = {
  secret: string
  address: string
  support: string
  now: () => Date
  waitingCodes: WaitingCodes
  /** H21: the legal statuses whose registrations need no approval now. */
  autoApproved(db: Queryable): Promise<readonly string[]>
}

/** `address`: where the product is, without a slash at its end. Throws for a template that it does not know. */
export function createComposer({ secret, address, support, now, waitingCodes, autoApproved }: ComposerOptions): Compose {
  return async (db, mail) => {
    if (!isTemplate(mail.template)) throw new Error(`There is no mail ${mail.template}`)
    const { rows } = await db.query<Addressee>(
      `SELECT u.email, u.first_name AS "firstName", u.email_verified AS "emailVerified", u.preferred_language AS language, u.erased_at IS NOT NULL AS erased, u.email_verification_token AS verify, u.password_reset_token AS reset,
         p.business_name AS "businessName", p.trial_end_date AS "trialEndDate", p.subscription_start_date AS "periodStart", p.status, u.legal_status AS "legalStatus", i.state AS "invoiceState", o.number AS "openInvoice"
       FROM users u LEFT JOIN business_profiles p ON p.user_id = u.id LEFT JOIN invoices i ON i.id = $2 AND i.business_id = u.id
         LEFT JOIN invoices o ON o.business_id = u.id AND o.state = 'open' AND o.kind = 'charge' WHERE u.id = $1`,
      [mail.userId, mail.parameters['invoiceId'] ?? null],
    )
    const [user] = rows
    const to = mail.to ?? (user?.erased ? undefined : user?.email)
    if (!user || to === undefined || isNobodysAddress(to)) return undefined
    // A bill that was paid or withdrawn meanwhile asks for nothing any more. That a suspension is over is worth a mail all the same.
    if (user.invoiceState && user.invoiceState !== 'open' && mail.template !== 'reinstated') return undefined
    if (!(TRUE_WHILE[mail.template]?.some((status) => status === user.status) ?? true)) return undefined
    // Nor does a trial end any more that a paid period has taken the place of, or will.
    if (mail.template === 'trial_ending' && user.periodStart !== null) return undefined
    // Its reason is not that of the suspension which holds now.
    if (mail.template === 'suspended' && (await wasOrderedAgain(db, mail.id))) return undefined
    const language = mail.language ?? user.language
    const word = (name: string) => String(mail.parameters[name] ?? '')
    const linkPath = linkOf(mail.template, secret, word('seed'), user)
    if (linkPath === undefined) return undefined
    // Codes that were used or cancelled meanwhile need no reminder.
    const code = mail.template === 'redemption_waiting' ? await waitingCodes.redemption(db, word('redemptionId')) : undefined
    const codes = mail.template === 'redemptions_waiting' ? await waitingCodes.count(db, mail.userId, new Date(now().getTime() - Number(word('days')) * DAY_MS)) : 0
    if ((mail.template === 'redemption_waiting' && !code) || (mail.template === 'redemptions_waiting' && codes === 0)) return undefined
    // Whose registration needs nobody's yes can sign in with the link itself (H21).
    const asksNobody = mail.template === 'verify_email' && user.status === 'pending' && (await autoApproved(db)).some((status) => status === user.legalStatus)
    const end = mail.parameters['endsAt'] ? new Date(word('endsAt')) : (user.trialEndDate ?? now())
    const words = MAIL_WORDS[language][mail.template]({
      businessName: user.businessName ?? '',
      reason: word('reason'),
      untilDay: dayInWords(yerevanDay(end), language, 'until'),
      onDay: dayInWords(yerevanDay(end), language, 'on'),
      daysLeft: yerevanDaysUntil(end, now()),
      support,
      linkPath,
      role: word('role'),
      // As it is by now: who was reinstated to pay may have paid, and whose trial went on may have come to its end.
      status: user.status ?? '',
      isRegistering: user.status === 'pending' && !asksNobody,
      adminId: word('adminId'),
      invoiceNumber: NAMES_THE_OPEN_BILL.includes(mail.template) ? (user.openInvoice ?? '') : word('number'),
      // Plans keep their names in both languages.
      plan: word('plan').replace(/^./, (first) => first.toUpperCase()),
      cycle: word('cycle'),
      beginsAfterTrial: word('plan') === 'starter' && user.status === 'active' && isInTrial(user, now()),
      amount: formatAmd(Number(mail.parameters['amountAmd'] ?? 0), language),
      perkName: code?.perkName ?? '',
      perkBusiness: code?.businessName ?? '',
      takesPart: code ? code.takesPart : user.status === 'active',
      sinceDay: code ? dayInWords(yerevanDay(code.createdAt), language, 'on') : '',
      lastDay: word('lastDay') && dayInWords(word('lastDay'), language, 'until'),
      codes,
      days: word('days'),
      ttlDays: word('ttlDays'),
      startedAt: formatMoment(mail.parameters['startedAt'] ? new Date(word('startedAt')) : now(), language),
    })
    // Anybody can sign up with anybody's address: until it is proved, nothing that was typed there is said to who reads it.
    const firstName = user.emailVerified && mail.template !== 'verify_new_email' ? user.firstName : ''
    return { id: mail.id, to, subject: words.subject, ...layOut(words, { language, firstName, address }) }
  }
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

/** '' where the template has none. Undefined where it would open nothing: another link was asked for meanwhile, or this one has done its work. */
function linkOf(template: MailTemplate, secret: string, seed: string, works: Pick<Addressee, 'verify' | 'reset'>): string | undefined {
  if (!Object.hasOwn(TOKEN_PATHS, template)) return ''
  const [purpose, path] = TOKEN_PATHS[template as keyof typeof TOKEN_PATHS]
  const token = tokenOf(secret, purpose, seed)
  return works[purpose] === tokenHash(token) ? `${path}?token=${token}` : undefined
}
