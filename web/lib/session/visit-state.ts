/**
 * This browser's support visit (R30-R32, H31) and the time-travel moment. Light enough for every page; the calls are
 * in lib/calls/staff/visit.ts.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { ImpersonationStatus } from '#contracts/calls/staff/impersonation.ts'
import { storage } from '#web/lib/device/storage.ts'

export type Visit = Extract<ImpersonationStatus, { isImpersonating: true }> & {
  /** By this browser's clock: the server sends the time left, so that a wrong clock does not matter. */
  endsAtMs: number
}

/** The visit's planned end, so that a page opened later can report that it is over. */
export const VISIT_END_NAME = 'hatik.visit-end'
const store = getDefaultStore()
const visitAtom = atom<Visit | null | undefined>(undefined)
const momentAtom = atom<Date | null>(null)

/** Null without a visit, undefined before the server is asked. A new object with each reply. */
export const useVisit = (): Visit | null | undefined => useAtomValue(visitAtom)

export const currentVisit = (): Visit | null | undefined => store.get(visitAtom)

/** As `currentVisit`, but null at once if this browser never had a visit. */
export function visitIfAny(): Visit | null | undefined {
  const visit = currentVisit()
  return visit === undefined && storage.get(VISIT_END_NAME) === null ? null : visit
}

export const onVisit = (listener: () => void): (() => void) => store.sub(visitAtom, listener)

/** Survives a reload. */
export function keepVisit(visit: Visit): void {
  storage.set(VISIT_END_NAME, String(visit.endsAtMs))
  store.set(visitAtom, visit)
}

export function forgetVisit(): void {
  storage.remove(VISIT_END_NAME)
  store.set(visitAtom, null)
}

/** Null for the present. */
export const useShownMoment = (): Date | null => useAtomValue(momentAtom)
export const setShownMoment = (moment: Date | null): void => store.set(momentAtom, moment)
