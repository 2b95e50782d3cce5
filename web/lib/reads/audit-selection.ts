/**
 * The auditor's search in the page's address, with the call's names and values, so that the address can be shared.
 * Times are UTC in the address, Armenian in the form.
 */
import { auditFilterSchema, BOUNDS_REVERSED } from '#contracts/calls/staff/audit.ts'
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

export function selectionOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name, value]) => KNOWN.has(name) && value !== ''))
}

/** `reversed`: below the lower bound. */
export type Wrong = 'unreadable' | 'reversed'

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

/** '2026-01-05T09:05' in Armenia to a UTC moment. Invalid input is unchanged, for the contract to refuse. */
export function momentOf(local: string): string {
  const at = new Date(`${local.length === 16 ? `${local}:00` : local}${YEREVAN}`)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/**
 * The inverse, for a date and time field; empty if invalid. Keeps milliseconds, so that a repeated search has the same
 * bounds.
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

/** The field's step (s): minutes, unless the value is more exact. */
export const stepOf = (local: string): number => (local.length <= 16 ? 60 : local.length <= 19 ? 1 : 0.001)

/** A half-typed date reads as empty, which would mean no bound; only `badInput` tells them apart. */
export const isHalf = (form: HTMLFormElement, name: string): boolean =>
  form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.validity.badInput === true
