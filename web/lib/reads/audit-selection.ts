/**
 * What an auditor looks for, as it stands in the address: the same names and values as in the call, so that an address can be passed on.
 * Times are moments in UTC there, and days and hours in Armenia in the form.
 */
import { auditFilterSchema, BOUNDS_REVERSED } from '#contracts/calls/audit.ts'
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'

export const TEXT_FIELDS = [
  'business',
  'buyer',
  'buyerCode',
  'actor',
  'award',
  'redemption',
  'command',
  'amountMin',
  'amountMax',
] as const
export const TIME_FIELDS = ['from', 'to'] as const
export type SelectionField = (typeof TEXT_FIELDS)[number] | (typeof TIME_FIELDS)[number]

const KNOWN: ReadonlySet<string> = new Set([...TEXT_FIELDS, ...TIME_FIELDS, 'type', 'onBehalf'])

/** The part of an address that selects movements. */
export function selectionOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name, value]) => KNOWN.has(name) && value !== ''))
}

/** `reversed`: below the lower bound. */
export type Wrong = 'unreadable' | 'reversed'

/** What the contract would refuse, by the names of the fields. */
export function wrongFields(selection: URLSearchParams): Map<string, Wrong> {
  const types = selection.getAll('type')
  const asked = { ...Object.fromEntries(selection), ...(types.length > 0 && { type: types }) }
  const { error } = auditFilterSchema.safeParse(asked)
  return new Map(
    error?.issues.map(({ path, message }) => [
      String(path[0]),
      message === BOUNDS_REVERSED ? 'reversed' : 'unreadable',
    ]),
  )
}

const YEREVAN = '+04:00'

/** '2026-01-05T09:05' in Armenia as a moment; empty stays empty, and what is no moment stays what it is, for the contract to refuse. */
export function momentOf(local: string): string {
  const at = new Date(`${local.length === 16 ? `${local}:00` : local}${YEREVAN}`)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/**
 * The other way, for a field of date and time; empty for what is no moment. To the millisecond where the moment is so exact: a bound that is
 * searched for once more is to stay what it was.
 */
export function localOf(moment: string): string {
  const at = Date.parse(moment)
  return Number.isNaN(at)
    ? ''
    : new Date(at + YEREVAN_OFFSET_MS)
        .toISOString()
        .slice(0, -1)
        .replace(/(:00)?\.000$/, '')
}

/** The step in seconds of the field that says `local`: it asks for minutes, and lets what is more exact be typed over too. */
export const stepOf = (local: string): number => (local.length <= 16 ? 60 : local.length <= 19 ? 1 : 0.001)

/** Half a date is empty to us, and empty is no bound, or now: only the browser knows that something was meant. */
export const isHalf = (form: HTMLFormElement, name: string): boolean =>
  form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.validity.badInput === true
