import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { BUSINESS_EVENT_DATA } from '#contracts/events/business-events.ts'
import { EVENT_DATA } from '#contracts/events/ledger-events.ts'
import { SUPPORT_EVENT_DATA } from '#contracts/events/support-events.ts'
import { AWARD_RULE } from '#contracts/units/tenths.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { EventReason } from './event-reason.tsx'

const shown = (data: Record<string, unknown>): Record<string, string> => {
  render(<EventReason why={{ data, commandId: 'c', recordedAt: '2026-11-20T10:00:00Z', happenedAt: null }} />)
  const terms = [...screen.getByTestId('step-why').querySelectorAll('dt')]
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']))
}

beforeAll(() => startAllWords('am'))
afterEach(cleanup)

it("translates an event's stored codes: plans, cycles, yes and no", () => {
  expect(
    shown({
      fromPlan: 'starter',
      toPlan: 'prime',
      fromCycle: 'monthly',
      toCycle: 'yearly',
      paidUntil: null,
      reactivates: true,
    }),
  ).toMatchObject({
    'Նախկին փաթեթը': 'Starter',
    'Նոր փաթեթը': 'Prime',
    'Վճարման նախկին պարբերականությունը': 'Ամսական',
    'Վճարման նոր պարբերականությունը': 'Տարեկան',
    'Կրկին բացում է բիզնեսը': 'այո',
  })
})

it("says an award's rule in words", () => {
  expect(shown({ rule: AWARD_RULE })).toEqual(
    expect.objectContaining({ Կանոնը: expect.stringContaining('50\u00a0֏-\u2060ի') }),
  )
})

it('statuses, and the modes and ends of a visit', () => {
  expect(shown({ reason: 'view', from: 'active' })).toMatchObject({ Պատճառը: 'view', Ինչից: 'Գործող' })
  cleanup()
  expect(shown({ mode: 'view', how: 'expired' })).toMatchObject({
    Ռեժիմը: 'միայն դիտում',
    'Ինչպես է ավարտվել': 'ժամանակը սպառվել է',
  })
})

it("every field of a business's event has a name, instead of its name in the code", () => {
  // Shown elsewhere: points with the balance, the business in the page's address.
  const elsewhere = ['tenths', 'differenceTenths', 'forfeitedTenths', 'businessId']
  const fields = [EVENT_DATA, BUSINESS_EVENT_DATA, SUPPORT_EVENT_DATA].flatMap((family) =>
    Object.values(family).flatMap(({ shape }) => Object.keys(shape)),
  )
  const data = Object.fromEntries(fields.filter((name) => !elsewhere.includes(name)).map((name) => [name, 'x']))
  expect(Object.keys(shown(data)).filter((name) => name in data)).toEqual([])
  expect(Object.keys(data)).toContain('receipt')
})

it('shows an untranslated code as stored', () => {
  expect(shown({ toPlan: 'gold', rule: 'floor-99/1' })).toMatchObject({ 'Նոր փաթեթը': 'gold', Կանոնը: 'floor-99/1' })
})
