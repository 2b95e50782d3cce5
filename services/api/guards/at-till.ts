/** Limits the session of a till to its rights (contracts/rights/business-rights.ts), whatever its request says. */
import type { FastifyRequest } from 'fastify'
import { TILL_UNLOCK } from '#contracts/rights/till-calls.ts'
import { CLOCK_AHEAD_MAX_MS } from '#contracts/calls/counter.ts'
import type { Place } from '#contracts/events/ledger-events.ts'
import { rightAtTill, type Right, type StaffRole } from '#contracts/rights/business-rights.ts'
import type { Till } from '#businesses/staff/tills.ts'
import type { StaffMember } from '#businesses/staff/staff.ts'
import { ApiError } from '../http/api-error.ts'
import type { Deps } from '../deps.ts'
import { tillOf } from '../till/till-session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sent by a page itself, so it does not keep a till unlocked. */
    isNoAct?: boolean
  }
  interface FastifyRequest {
    /** Null on calls that do not come from a paired till. */
    till: AtTill | null
  }
}

export type AtTill = {
  till: Till & { pairing: string }
  /** Who may unlock. */
  staff: readonly StaffMember[]
  /** Also if nobody of them may unlock: making the last person inactive must not open the till to everybody. */
  hasStaff: boolean
  /** Undefined while locked, and at a shop without staff. */
  person: { staffId: string; role: StaffRole } | undefined
  locked: boolean
}

/** Throws 401 for a revoked till, 403 for a call that is not a till's, and 403 while the till is locked. */
export async function refuseAtTill(request: FastifyRequest, deps: Deps, call: string): Promise<void> {
  const { session, routeOptions } = request
  const { access, anyStatus, isNoAct } = routeOptions.config
  // A session that its business's status ended has no user; the guard tells why.
  if (!session.till || session.userId === undefined || access === undefined || access === 'everybody') return
  const till = await tillOf(deps, session)
  if (!till) {
    await session.destroy()
    throw new ApiError('not_signed_in')
  }
  const right = rightAtTill('manager', call)
  if (right === 'no') throw new ApiError('forbidden')
  const everybody = await deps.staff.of(till.businessId)
  const [staff, hasStaff] = [everybody.filter(({ active }) => active), everybody.length > 0]
  const isAct = right !== 'locked' && !isNoAct
  const unlockedBy = await deps.tillLocks.unlockedBy(till, { isAct })
  const person = staff.find(({ staffId }) => staffId === unlockedBy)
  request.till = { till, staff, hasStaff, person, locked: hasStaff && !person }
  if (rightHere(request.till, call) === 'no') throw new ApiError('forbidden')
  // A route open to any status answers repetitions also while locked (active-unless-repeated.ts).
  if (request.till.locked && right !== 'locked' && !anyStatus) throw new ApiError('till_locked')
}

/** Throws 403 for a call that does not come from a till. */
export function thisTill({ till }: FastifyRequest): AtTill {
  if (!till) throw new ApiError('forbidden')
  return till
}

/** While locked: that of a cashier, the least that a person can have. */
export function rightHere({ person, locked }: AtTill, call: string): Right {
  return rightAtTill(person?.role ?? (locked ? 'cashier' : 'till'), call)
}

/** For the metadata of events. */
export function placeOf({ till: { tillId, branchId }, person }: AtTill): Place {
  return { tillId, ...(person && { staffId: person.staffId }), ...(branchId !== null && { branchId }) }
}

/**
 * An award made while the network was away keeps the person who had unlocked the till then, although it has locked
 * since or somebody else has unlocked it. If that person no longer works here, the till counts as locked.
 */
export function keepPersonOfThen(request: FastifyRequest, deps: Deps, happenedAt: string | undefined): void {
  const { till: at } = request
  const proof = request.headers[TILL_UNLOCK]
  if (!at || happenedAt === undefined || typeof proof !== 'string') return
  const nowMs = deps.now().getTime()
  const unlocked = deps.tillLocks.readProof(at.till, proof, nowMs)
  if (!unlocked || Date.parse(happenedAt) < unlocked.atMs - CLOCK_AHEAD_MAX_MS) return
  const person = at.staff.find(({ staffId }) => staffId === unlocked.staffId)
  request.till = { ...at, person, locked: at.hasStaff && !person }
}
