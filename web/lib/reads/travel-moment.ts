/** The time-travel moment in an address, the same for everyone who opens it. */
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'

/** `position`: as of this event, inclusive. `at`: as of this time by the store's clock. */
export type TravelMoment = { kind: 'position'; position: string } | { kind: 'at'; at: string } | { kind: 'now' }

export const NOW: TravelMoment = { kind: 'now' }
const POSITION = /^\d{1,19}$/

/** Anything unreadable means now. */
export function momentOf(query: URLSearchParams): TravelMoment {
  const position = query.get('position')
  if (position !== null && POSITION.test(position)) return { kind: 'position', position }
  const at = new Date(query.get('at') ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? NOW : { kind: 'at', at: at.toISOString() }
}

export function momentQuery(moment: TravelMoment): string {
  switch (moment.kind) {
    case 'position':
      return `position=${moment.position}`
    case 'at':
      return `at=${encodeURIComponent(moment.at)}`
    case 'now':
      return ''
  }
}

/** Value of a date and time field: Armenian time, to the second. */
export function fieldOf(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 19)
}

/** The inverse; undefined if invalid. Includes the whole second. */
export function momentOfField(field: string): TravelMoment | undefined {
  const withSeconds = /T\d\d:\d\d$/.test(field) ? `${field}:00` : field
  const at = new Date(`${withSeconds.slice(0, 19)}.999+04:00`)
  return Number.isNaN(at.getTime()) ? undefined : { kind: 'at', at: at.toISOString() }
}
