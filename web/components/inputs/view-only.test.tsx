import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { forgetVisit, keepVisit, type Visit } from '#web/lib/session/visit-state.ts'
import { ViewOnly } from './view-only.tsx'

beforeAll(async () => {
  await startAllWords('en')
})
afterEach(cleanup)
afterEach(forgetVisit)

const visit = (mode: 'view' | 'act'): Visit => ({
  isImpersonating: true,
  visitId: 'v',
  mode,
  reason: 'to see it',
  startedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:30:00.000Z',
  leftMs: 1_000,
  endsAtMs: Date.now() + 1_000,
  businessProfile: { businessName: 'Gata' },
  businessUser: { id: 7, email: 'gata@hatik.test' },
})
const form = (): HTMLElement | null => screen.getByText('Form').closest('[inert]')

it('a form is inert during a view-only visit, and says why; otherwise it is usable', () => {
  render(
    <ViewOnly>
      <p>Form</p>
    </ViewOnly>,
  )
  expect(form()).toBeNull()
  act(() => keepVisit(visit('view')))
  expect(form()).not.toBeNull()
  expect(screen.getByText(/view-only/)).toBeDefined()
  act(() => keepVisit(visit('act')))
  expect(form()).toBeNull()
  expect(screen.queryByText(/view-only/)).toBeNull()
})
