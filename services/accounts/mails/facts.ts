import { formatAmd, formatDay, formatInteger, formatMoment, formatPoints } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { noonOf, yerevanDay, yerevanDaysUntil } from '#contracts/units/time.ts'
import { isInTrial } from '#contracts/pages/trial.ts'
import type { OrderedMail } from '#platform/mail/mail-outbox.ts'
import type { Addressee } from './addressee.ts'
import type { MailFacts, MailTemplate, ReportFacts } from './templates.ts'
import { dayInWords } from './words.ts'

/** Templates that name the invoice open at sending, not the one at ordering. */
const NAMES_THE_OPEN_BILL: readonly MailTemplate[] = ['trial_ending', 'reinstated']

/** `takesPart`: whether the business can accept the code now. */
export type WaitingCode = { perkName: string; businessName: string; createdAt: Date; takesPart: boolean }

/** Totals of a day for its mail; `before`: of the same weekday before. */
export type MailedDay = {
  turnoverAmd: number
  purchases: number
  buyers: number
  newBuyers: number
  givenTenths: number
  perks: number
  before: { turnoverAmd: number; purchases: number }
}

/** How many remarks of each kind a day has. */
export type MailedRemarks = { large: number; many: number; undos: number; outside: number }

type Parameters = OrderedMail['parameters']

export const wordsIn = (parameters: Parameters) => (name: string) => String(parameters[name] ?? '')

type Known = {
  user: Addressee
  language: Language
  now: Date
  support: string
  linkPath: string
  isRegistering: boolean
  code: WaitingCode | undefined
  codes: number
  day: MailedDay | undefined
  remarks: MailedRemarks | undefined
}

export function factsOf(
  template: MailTemplate,
  parameters: Parameters,
  { user, language, now, support, linkPath, isRegistering, code, codes, day, remarks }: Known,
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
    // As of sending, because the status may have changed since.
    status: user.status ?? '',
    isRegistering,
    adminId: word('adminId'),
    invoiceNumber: NAMES_THE_OPEN_BILL.includes(template) ? (user.openInvoice ?? '') : word('number'),
    // Plan names are not translated.
    plan: word('plan').replace(/^./, (first) => first.toUpperCase()),
    cycle: word('cycle'),
    beginsAfterTrial: user.status === 'active' && isInTrial(user, now),
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
    passkeys: word('passkeys'),
    passkeysGone: word('passkeysGone'),
    isStaff: user.role === 'admin' || user.role === 'auditor',
    codesLeft: Number(parameters['codesLeft'] ?? 0),
    report: day && reportFacts(day, word('day'), { language, now }),
    remarks: remarks && {
      ...remarks,
      day: dayInWords(word('day'), language, 'on'),
      path: `/reports?day=${word('day')}`,
    },
    startedAt: formatMoment(parameters['startedAt'] ? new Date(word('startedAt')) : now, language),
  }
}

function reportFacts(
  { turnoverAmd, purchases, buyers, newBuyers, givenTenths, perks, before }: MailedDay,
  day: string,
  { language, now }: { language: Language; now: Date },
): ReportFacts {
  const whole = (number: number) => formatInteger(number, language)
  return {
    day: formatDay(noonOf(day), language),
    asOf: formatMoment(now, language),
    turnover: formatAmd(turnoverAmd, language),
    turnoverBefore: formatAmd(before.turnoverAmd, language),
    purchases: whole(purchases),
    purchasesBefore: whole(before.purchases),
    average: purchases > 0 ? formatAmd(Math.round(turnoverAmd / purchases), language) : '–',
    buyers: whole(buyers),
    newBuyers: whole(newBuyers),
    given: formatPoints(givenTenths, language),
    perks: whole(perks),
    path: `/reports?day=${day}`,
  }
}
