/** Uses the terms of web/locales/glossary.md. */
import { formatAmd, formatDay, formatPoints } from '#contracts/units/formats.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { tenthsFromPoints } from '#contracts/units/tenths.ts'
import type { Clock, DoneBy, StatementLine, StatementSums } from '#contracts/calls/statement.ts'

export type StatementWords = {
  title: string
  fileName: string
  sums: Record<Exclude<keyof StatementSums, 'movements'>, string>
  arithmetic: string
  arithmeticWithCards: string
  columns: {
    happened: string
    recorded: string
    what: string
    doneBy: string
    points: string
    balance: string
    amount: string
    receipt: string
    reason: string
    /** Ledger position of the purchase that the line is about. */
    of: string
    event: string
    position: string
  }
  doneBy: Record<DoneBy, string>
  buyer: string
  business: string
  closedBusiness: string
  period: string
  wholePeriod: string
  /** For periods with an open end. */
  until: (day: string) => string
  today: string
  clock: Record<Clock, string>
  clockName: string
  made: string
  asOf: string
  lastChecked: string
  notYet: string
  none: string
  footer: string
  pageOf: string
  what: (line: StatementLine) => string
}

/** Of a correction: points (tenths) that the balance did not cover. */
const missingOf = ({ missing }: StatementLine): number => (missing === null ? 0 : (tenthsFromPoints(missing) ?? 0))

/** What a corrected purchase was, and when; '' where that is unknown. */
function wasIn({ of }: StatementLine, language: Language, words: (day: string, amount: string) => string): string {
  return of ? words(formatDay(new Date(of.happenedAt), language), formatAmd(of.amountAmd, language)) : ''
}

const am: StatementWords = {
  title: 'Քաղվածք',
  fileName: 'qaghvatsq',
  sums: {
    opening: 'Սկզբնական մնացորդ',
    awarded: 'Շնորհված',
    returned: 'Վերադարձված',
    merged: 'Քարտերից ավելացված',
    redeemed: 'Ծախսված՝ պարգևների վրա',
    voided: 'Հետ կանչված',
    forfeited: 'Զրոյացված՝ հաշիվը փակելիս',
    closing: 'Վերջնական մնացորդ',
  },
  arithmetic: 'Սկզբնական մնացորդ + շնորհված + վերադարձված − ծախսված − հետ կանչված − զրոյացված = վերջնական մնացորդ',
  arithmeticWithCards:
    'Սկզբնական մնացորդ + շնորհված + վերադարձված + քարտերից ավելացված − ծախսված − հետ կանչված − զրոյացված = վերջնական մնացորդ',
  columns: {
    happened: 'Երբ է եղել',
    recorded: 'Երբ է գրանցվել',
    what: 'Ինչի համար',
    doneBy: 'Ով է արել',
    points: 'Միավոր',
    balance: 'Մնացորդ',
    amount: 'Գումար, ֏',
    receipt: 'Կտրոն',
    reason: 'Պատճառ',
    of: 'Գնման դիրքը մատյանում',
    event: 'Գրառում',
    position: 'Դիրքը մատյանում',
  },
  doneBy: { business: 'Բիզնես', yourself: 'Դուք', support: 'Աջակցություն', system: 'Համակարգ' },
  buyer: 'Գնորդի կոդ',
  business: 'Բիզնես',
  closedBusiness: 'Փակված բիզնես',
  period: 'Ժամանակահատված',
  wholePeriod: 'սկզբից մինչև այսօր',
  until: (day) => `սկզբից մինչև ${day}`,
  today: 'այսօր',
  clock: { recorded: 'գրանցման', happened: 'կատարման' },
  clockName: 'Ժամանակը՝ ըստ',
  made: 'Կազմված է',
  asOf: 'Մատյանի դիրքը',
  lastChecked: 'Վերջին ստուգումը մատյանով',
  notYet: 'դեռ չի ստուգվել',
  none: 'Այս ժամանակահատվածում գրառումներ չկան։',
  footer: 'Հատիկ',
  pageOf: 'Էջ {page} / {pages}',
  what(line) {
    switch (line.type) {
      case 'PointsAwarded':
        return `Գնում՝ ${formatAmd(line.amountAmd ?? 0, 'am')}${line.receipt === null ? '' : `, կտրոն ${line.receipt}`}`
      case 'PerkRedeemed':
        return `Պարգև՝ ${line.perkName ?? ''}`
      case 'PointsRefunded':
        return `${line.doneBy === 'system' ? 'Կոդի ժամկետն անցել է, վերադարձ՝' : 'Վերադարձ՝'} ${line.perkName ?? ''}`
      case 'AwardVoided':
        return `Հետ կանչված միավորներ, գնումը՝ ${formatAmd(line.amountAmd ?? 0, 'am')}${line.reason === null ? '' : ` (${line.reason})`}`
      case 'AwardCorrected':
        return `Ուղղված գնում՝ ${formatAmd(line.amountAmd ?? 0, 'am')}${wasIn(line, 'am', (day, amount) => `, նախկինում՝ ${amount}, ${day}`)}${line.reason === null ? '' : ` (${line.reason})`}${missingOf(line) > 0 ? `, մնացորդը չբավարարեց՝ ${formatPoints(missingOf(line), 'am')} միավոր` : ''}`
      case 'PointsMergedIn':
        return 'Քարտի միավորներ'
      case 'PointsMergedOut':
        return 'Քարտն ավելացվել է գնորդի հաշվին'
      case 'AccountClosed':
        return 'Հաշիվը փակվել է'
    }
  },
}

const en: StatementWords = {
  title: 'Statement',
  fileName: 'statement',
  sums: {
    opening: 'Opening balance',
    awarded: 'Awarded',
    returned: 'Refunded',
    merged: 'Added from cards',
    redeemed: 'Spent on perks',
    voided: 'Undone',
    forfeited: 'Forfeited on closing',
    closing: 'Closing balance',
  },
  arithmetic: 'Opening balance + awarded + refunded − spent on perks − undone − forfeited = closing balance',
  arithmeticWithCards:
    'Opening balance + awarded + refunded + added from cards − spent on perks − undone − forfeited = closing balance',
  columns: {
    happened: 'Happened',
    recorded: 'Recorded',
    what: 'Details',
    doneBy: 'Done by',
    points: 'Points',
    balance: 'Balance',
    amount: 'Amount, AMD',
    receipt: 'Receipt',
    reason: 'Reason',
    of: 'Position of the purchase',
    event: 'Entry',
    position: 'Ledger position',
  },
  doneBy: { business: 'Business', yourself: 'You', support: 'Support', system: 'System' },
  buyer: 'Buyer ID',
  business: 'Business',
  closedBusiness: 'Closed business',
  period: 'Period',
  wholePeriod: 'from the start to today',
  until: (day) => `from the start to ${day}`,
  today: 'today',
  clock: { recorded: 'recorded', happened: 'happened' },
  clockName: 'By date',
  made: 'Issued',
  asOf: 'Ledger position',
  lastChecked: 'Last checked against the ledger',
  notYet: 'not checked yet',
  none: 'There are no entries in this period.',
  footer: 'Hatik',
  pageOf: 'Page {page} of {pages}',
  what(line) {
    switch (line.type) {
      case 'PointsAwarded':
        return `Purchase: ${formatAmd(line.amountAmd ?? 0, 'en')}${line.receipt === null ? '' : `, receipt ${line.receipt}`}`
      case 'PerkRedeemed':
        return `Perk: ${line.perkName ?? ''}`
      case 'PointsRefunded':
        return `${line.doneBy === 'system' ? 'Code expired, refund:' : 'Refund:'} ${line.perkName ?? ''}`
      case 'AwardVoided':
        return `Award undone, purchase: ${formatAmd(line.amountAmd ?? 0, 'en')}${line.reason === null ? '' : ` (${line.reason})`}`
      case 'AwardCorrected':
        return `Purchase corrected to ${formatAmd(line.amountAmd ?? 0, 'en')}${wasIn(line, 'en', (day, amount) => `, was ${amount} on ${day}`)}${line.reason === null ? '' : ` (${line.reason})`}${missingOf(line) > 0 ? `, points short: ${formatPoints(missingOf(line), 'en')}` : ''}`
      case 'PointsMergedIn':
        return 'Points from a card'
      case 'PointsMergedOut':
        return 'Card added to a buyer’s account'
      case 'AccountClosed':
        return 'Account closed'
    }
  },
}

export const STATEMENT_WORDS: Record<Language, StatementWords> = { am, en }
