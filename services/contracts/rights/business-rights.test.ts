import { describe, expect, it } from 'vitest'
import { BUSINESS_RIGHTS, rightAtTill, rightOf } from './business-rights.ts'

const atTill = (actor: 'manager' | 'cashier' | 'till') =>
  Object.keys(BUSINESS_RIGHTS).filter((call) => rightAtTill(actor, call) !== 'no')

describe('rights of the business side', () => {
  it('opens to a till the counter and nothing else, whoever has unlocked it', () => {
    const counter = [
      'GET /api/live',
      'GET /api/buyer/verify/{buyerId}',
      'POST /api/business/{id}/award-points',
      'POST /api/business/{id}/verify-redemption',
      'GET /api/business/{id}/awards',
      'POST /api/business/{id}/awards/{awardId}/void',
      'POST /api/business/{id}/awards/{awardId}/correct',
      'GET /api/business/{id}/redemptions',
      'GET /api/business/{id}/redemptions/{code}',
      'POST /api/business/{id}/redemptions/{redemptionId}/reopen',
      'GET /api/till',
      'POST /api/till/unlock',
      'POST /api/till/lock',
    ]
    for (const actor of ['manager', 'cashier', 'till'] as const) expect(atTill(actor)).toEqual(counter)
  })

  it('lets a cashier and a till without a person undo their own acts only, and a manager all', () => {
    for (const act of ['awards/{awardId}/void', 'awards/{awardId}/correct', 'redemptions/{redemptionId}/reopen']) {
      const rightOfActor = (actor: 'manager' | 'cashier' | 'till') =>
        rightAtTill(actor, `POST /api/business/{id}/${act}`)
      expect([act, ...(['manager', 'cashier', 'till'] as const).map(rightOfActor)]).toEqual([act, 'yes', 'own', 'own'])
    }
  })

  it('gives nobody a call that has no row', () => {
    for (const actor of ['owner', 'manager', 'cashier', 'till'] as const)
      expect([rightOf(actor, 'POST /api/new'), rightOf(actor, 'constructor')]).toEqual(['no', 'no'])
  })

  it('never gives a cashier more than a manager, nor a till without a person more than a cashier', () => {
    const rank = { no: 0, own: 1, self: 1, yes: 2, locked: 2 }
    for (const { manager, cashier, till } of Object.values(BUSINESS_RIGHTS)) {
      expect(rank[manager]).toBeGreaterThanOrEqual(rank[cashier])
      expect(rank[cashier]).toBeGreaterThanOrEqual(rank[till])
    }
  })
})
