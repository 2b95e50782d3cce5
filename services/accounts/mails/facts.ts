/** What the sentences of a mail speak of, in its language: what its order says, and how the person and the business stand by now. */
import { formatAmd, formatMoment } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/session.ts'
import { yerevanDay, yerevanDaysUntil } from '#contracts/units/time.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import type { Addressee } from './addressee.ts'
import type { MailFacts, MailTemplate } from './templates.ts'
import { dayInWords } from './words.ts'

/** Whichever bill is open when they are written, be it another than the one of then. */
const NAMES_THE_OPEN_BILL: readonly MailTemplate[] = ['trial_ending', 'reinstated']

/** `takesPart`: whether its business can take it now. */
export type WaitingCode = { perkName: string; businessName: string; createdAt: Date; takesPart: boolean }

type Parameters = OrderedMail['parameters']

/** Reads an order's parameter as text; '' where it has none of that name. */
export const wordsIn = (parameters: Parameters) => (name: string) => String(parameters[name] ?? '')

type Known = {
  user: Addressee
  language: Language
  now: Date
  support: string
  linkPath: string
  isRegistering: boolean
  /** The one that is to be reminded of. */
  code: WaitingCode | undefined
  /** How many wait at a business. */
  codes: number
}

export function factsOf(
  template: MailTemplate,
  parameters: Parameters,
  { user, language, now, support, linkPath, isRegistering, code, codes }: Known,
): MailFacts {
  const word = wordsIn(parameters)
  const end = parameters['endsAt'] ? new Date(word('endsAt')) : (user.trialEndDate ?? now)
  return {
    businessName: user.businessName ?? '',
    reason: word('reason'),
    untilDay: dayInWords(yerevanDay(end), language, 'until'),
    onDay: dayInWords(yerevanDay(end), language, 'on'),
    daysLeft: yerevanDaysUntil(end, now),
    support,
    linkPath,
    role: word('role'),
    // As it is by now: who was reinstated to pay may have paid, and whose trial went on may have come to its end.
    status: user.status ?? '',
    isRegistering,
    adminId: word('adminId'),
    invoiceNumber: NAMES_THE_OPEN_BILL.includes(template) ? (user.openInvoice ?? '') : word('number'),
    // Plans keep their names in both languages.
    plan: word('plan').replace(/^./, (first) => first.toUpperCase()),
    cycle: word('cycle'),
    beginsAfterTrial: word('plan') === 'starter' && user.status === 'active' && isInTrial(user, now),
    amount: formatAmd(Number(parameters['amountAmd'] ?? 0), language),
    perkName: code?.perkName ?? '',
    perkBusiness: code?.businessName ?? '',
    takesPart: code ? code.takesPart : user.status === 'active',
    sinceDay: code ? dayInWords(yerevanDay(code.createdAt), language, 'on') : '',
    lastDay: word('lastDay') && dayInWords(word('lastDay'), language, 'until'),
    codes,
    days: word('days'),
    ttlDays: word('ttlDays'),
    device: word('device'),
    startedAt: formatMoment(parameters['startedAt'] ? new Date(word('startedAt')) : now, language),
  }
}
