/** The moment that an address names: the same for whoever opens it. */
import { YEREVAN_OFFSET_MS } from '#contracts/units/yerevan.ts'

/** `position`: as of this event, itself included. `at`: as of this moment on the store's clock. Neither: now. */
export type TravelMoment = { kind: 'position'; position: string } | { kind: 'at'; at: string } | { kind: 'now' }

export const NOW: TravelMoment = { kind: 'now' }
const POSITION = /^\d{1,19}$/

/** The moment of an address's query. What cannot be read is now. */
export function momentOf(query: URLSearchParams): TravelMoment {
  const position = query.get('position')
  if (position !== null && POSITION.test(position)) return { kind: 'position', position }
  const at = new Date(query.get('at') ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? NOW : { kind: 'at', at: at.toISOString() }
}

/** The query of a moment, without a question mark; empty for now. */
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

/** What a date and time field shows for a moment: Armenian time, to the second. */
export function fieldOf(at: Date): string {
  return new Date(at.getTime() + YEREVAN_OFFSET_MS).toISOString().slice(0, 19)
}

/** The moment of such a field; undefined where it is empty or no moment. The whole second is over in it. */
export function momentOfField(field: string): TravelMoment | undefined {
  const withSeconds = /T\d\d:\d\d$/.test(field) ? `${field}:00` : field
  const at = new Date(`${withSeconds.slice(0, 19)}.999+04:00`)
  return Number.isNaN(at.getTime()) ? undefined : { kind: 'at', at: at.toISOString() }
}
