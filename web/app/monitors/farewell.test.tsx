import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { pageStore, type WaitingAward } from '#web/lib/outbox/waiting-store.ts'
import { Farewell } from './farewell.tsx'

afterEach(cleanup)

const award = (key: string, more: Partial<WaitingAward> = {}): WaitingAward => ({
  key,
  businessId: 7,
  body: { buyerId: 'AN1234', amountSpent: 500 },
  madeAtMs: 0,
  refusal: null,
  ...more,
})

it.each([
  ['en', 'Your session has ended. Please sign in again.', '2 awards are waiting on this device.'],
  ['am', 'Ձեր աշխատաշրջանն ավարտվել է։', 'Այս սարքում սպասում է 2 շնորհում։'],
] as const)('a session that ends while awards wait says what happens to them (%s)', async (language, why, what) => {
  await startAllWords(language)
  for (const one of [
    award('a'),
    award('b', { businessId: 8 }),
    award('c', { refusal: { code: 'buyer_not_found', message: '' } }),
  ])
    await pageStore.put(one)
  render(<Farewell code="not_signed_in" />)
  await expect.poll(() => screen.getByRole('status').textContent).toContain(what)
  expect(screen.getByRole('status').textContent).toContain(why)
  cleanup()
  for (const key of ['a', 'b']) await pageStore.remove(key)
  render(<Farewell code="not_signed_in" />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByRole('status').textContent).not.toContain(what.slice(2))
})
