/**
 * The support visit that this browser is on (R30-R32, H31), and the moment that time travel shows. Light enough for every page: what
 * asks the server is lib/calls/visit.ts.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { ImpersonationStatus } from '#contracts/calls/impersonation.ts'
import { storage } from '#web/lib/device/storage.ts'

export type Visit = Extract<ImpersonationStatus, { isImpersonating: true }> & {
  /** On this browser's own clock: the server says how long is left, so that a wrong clock changes nothing. */
  endsAtMs: number
}

/** Until when a visit was to last: a page that is opened after its end can still say that it is over. */
export const VISIT_END_NAME = 'hatik.visit-end'
const store = getDefaultStore()
const visitAtom = atom<Visit | null | undefined>(undefined)
const momentAtom = atom<Date | null>(null)

/** The visit that is going on; null where there is none, undefined before the server was asked. A new object with each answer. */
export const useVisit = (): Visit | null | undefined => useAtomValue(visitAtom)

/** As `useVisit`, outside of components. */
export const currentVisit = (): Visit | null | undefined => store.get(visitAtom)

/** As `currentVisit`, where who was never on a visit here need not ask: null from the start. */
export function visitIfAny(): Visit | null | undefined {
  const visit = currentVisit()
  return visit === undefined && storage.get(VISIT_END_NAME) === null ? null : visit
}

/** Calls `listener` with each answer about the visit, until the returned function is called. */
export const onVisit = (listener: () => void): (() => void) => store.sub(visitAtom, listener)

/** Remembers a visit, here and after a reload. */
export function keepVisit(visit: Visit): void {
  storage.set(VISIT_END_NAME, String(visit.endsAtMs))
  store.set(visitAtom, visit)
}

/** There is no visit any more, or nobody is signed in. */
export function forgetVisit(): void {
  storage.remove(VISIT_END_NAME)
  store.set(visitAtom, null)
}

/** The moment in the past that is on the screen, for the banner; null for the present. */
export const useShownMoment = (): Date | null => useAtomValue(momentAtom)
/** Says which moment is on the screen, and with null that it is the present again. */
export const setShownMoment = (moment: Date | null): void => store.set(momentAtom, moment)
