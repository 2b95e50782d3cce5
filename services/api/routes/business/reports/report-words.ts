/** Words of the day report's files, with the terms of web/locales/glossary.md. */
import type { DayReport, DayTotals, ReportGroup } from '#contracts/calls/day-report.ts'
import type { Language } from '#contracts/calls/account/session.ts'

export type ReportFile = { report: DayReport; language: Language; businessName: string; at: Date }

export const TOTALS = [
  'turnoverAmd',
  'purchases',
  'averageAmd',
  'buyers',
  'newBuyers',
  'returningBuyers',
  'givenPoints',
  'perks',
  'usedPoints',
] as const satisfies readonly (keyof DayTotals)[]
export type Figure = (typeof TOTALS)[number]
/** Of groups, and of changes to other days. */
export const CHANGED = [
  'purchases',
  'turnoverAmd',
  'givenPoints',
  'perks',
  'usedPoints',
] as const satisfies readonly Figure[]
export const isPoints = (name: Figure): boolean => name === 'givenPoints' || name === 'usedPoints'

export const GROUPS = ['people', 'tills', 'branches'] as const
export type GroupName = (typeof GROUPS)[number]

type ReportWords = Record<Figure, string> &
  Record<
    | 'sheet'
    | 'title'
    | 'day'
    | 'figure'
    | 'otherDays'
    | 'hours'
    | 'hour'
    | 'comparedTurnover'
    | 'handedOver'
    | 'perk'
    | 'count'
    | 'clock'
    | 'none'
    | 'removed'
    | 'pageOf'
    | 'footer',
    string
  > &
  Record<GroupName, { title: string; one: string; none: string }> & {
    branch: (id: string) => string
    made: (moment: string) => string
  }

export const REPORT_WORDS: Record<Language, ReportWords> = {
  am: {
    sheet: 'Օրվա հաշվետվություն',
    title: 'Օրվա հաշվետվություն',
    day: 'Օր',
    figure: 'Ցուցանիշ',
    turnoverAmd: 'Շրջանառություն, ֏',
    purchases: 'Գնումներ',
    averageAmd: 'Միջին գնում, ֏',
    buyers: 'Գնորդներ',
    newBuyers: 'Նոր գնորդներ',
    returningBuyers: 'Վերադարձած գնորդներ',
    givenPoints: 'Շնորհված միավորներ',
    perks: 'Հանձնված պարգևներ',
    usedPoints: 'Միավորներ՝ պարգևների դիմաց',
    otherDays: 'Այլ օրերի գնումների ու պարգևների փոփոխությունները',
    hours: 'Ըստ ժամերի',
    hour: 'Ժամ',
    comparedTurnover: 'Մեկ շաբաթ առաջ, ֏',
    handedOver: 'Հանձնված պարգևներ',
    perk: 'Պարգև',
    count: 'Քանակ',
    people: { title: 'Ըստ աշխատակիցների', one: 'Աշխատակից', none: 'Առանց աշխատակցի' },
    tills: { title: 'Ըստ դրամարկղերի', one: 'Դրամարկղ', none: 'Դրամարկղից դուրս' },
    branches: { title: 'Ըստ մասնաճյուղերի', one: 'Մասնաճյուղ', none: 'Առանց մասնաճյուղի' },
    removed: 'Հեռացված աշխատակից',
    branch: (id) => `Մասնաճյուղ ${id}`,
    clock: 'Օրը և ժամերը՝ Հայաստանի ժամանակով, ըստ այն պահի, երբ գրառումն արվել է մատյանում',
    none: 'Այս օրը գնումներ ու պարգևներ չեն եղել։',
    made: (moment) => `Կազմված է՝ ${moment}`,
    footer: 'Հատիկ',
    pageOf: 'Էջ {page} / {pages}',
  },
  en: {
    sheet: 'Day report',
    title: 'Day report',
    day: 'Day',
    figure: 'Total',
    turnoverAmd: 'Turnover, AMD',
    purchases: 'Purchases',
    averageAmd: 'Average purchase, AMD',
    buyers: 'Buyers',
    newBuyers: 'New buyers',
    returningBuyers: 'Returning buyers',
    givenPoints: 'Points given',
    perks: 'Perks handed over',
    usedPoints: 'Points used for perks',
    otherDays: 'Changes to purchases and perks of other days',
    hours: 'By hour',
    hour: 'Hour',
    comparedTurnover: 'A week before, AMD',
    handedOver: 'Perks handed over',
    perk: 'Perk',
    count: 'Number',
    people: { title: 'By person', one: 'Person', none: 'No person' },
    tills: { title: 'By till', one: 'Till', none: 'Not at a till' },
    branches: { title: 'By branch', one: 'Branch', none: 'No branch' },
    removed: 'Removed person',
    branch: (id) => `Branch ${id}`,
    clock: 'Day and hours are in Armenian time. Each entry counts when it was recorded in the ledger.',
    none: 'There were no purchases or perks on this day.',
    made: (moment) => `Issued ${moment}`,
    footer: 'Hatik',
    pageOf: 'Page {page} of {pages}',
  },
}

/** Characters of an id that stand for a branch, whose row a restored backup lacks. */
const BRANCH_CHARACTERS = 4

/** What a row of a group is called. Only people lose their names. */
export function groupName({ id, name }: ReportGroup, of: GroupName, language: Language): string {
  const words = REPORT_WORDS[language]
  if (id === null) return words[of].none
  return name ?? (of === 'branches' ? words.branch(id.slice(0, BRANCH_CHARACTERS).toUpperCase()) : words.removed)
}

/** A group whose acts all lack an id says nothing. */
export const hasGroups = (groups: readonly ReportGroup[]): boolean => groups.some(({ id }) => id !== null)

/** The hours from the first to the last with turnover on either day; empty on two empty days. */
export function openHours({ hours }: DayReport): { from: number; to: number } | undefined {
  const busy = hours.flatMap(({ purchases, comparedAmd }, hour) => (purchases > 0 || comparedAmd > 0 ? [hour] : []))
  return busy.length > 0 ? { from: busy[0]!, to: busy.at(-1)! } : undefined
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
