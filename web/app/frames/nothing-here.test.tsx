import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { SessionUser } from '#contracts/calls/account/session.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { setUser } from '#web/lib/session/session.ts'
import { forgetVisit, keepVisit } from '#web/lib/session/visit-state.ts'
import { AuditOnly } from './staff/audit-only.tsx'
import AdminDashboardPage from '../routes/staff/admin-dashboard.tsx'

const business: SessionUser = {
  id: 5,
  buyerId: null,
  firstName: 'Ani',
  lastName: 'Sargsyan',
  email: 'cafe@hatik.test',
  phone: null,
  role: 'business',
  language: 'en',
}

afterEach(() => {
  cleanup()
  forgetVisit()
  setUser(null)
})

it.each(['/admin/dashboard/users', '/audit/balance'])(
  '%s says during a visit why it is closed, and does not exist for a business (R16, H31, H33)',
  async (address) => {
    await startAllWords('en')
    const open = () =>
      render(
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/admin/dashboard/:tab" element={<AdminDashboardPage />} />
            <Route path="/audit/balance" element={<AuditOnly title="Balance">What auditors see</AuditOnly>} />
          </Routes>
        </MemoryRouter>,
      )
    setUser(business)
    keepVisit({
      isImpersonating: true,
      businessProfile: { businessName: 'Café' },
      businessUser: { id: 5, email: 'cafe@hatik.test' },
      visitId: 'b3b0b3a6-4b0e-4c58-9d53-0f4a8c1f6f11',
      mode: 'view',
      reason: 'They asked for help',
      startedAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2026-11-20T10:30:00.000Z',
      leftMs: 1_800_000,
      endsAtMs: Date.now() + 1_800_000,
    })
    open()
    await screen.findByRole('heading', { level: 1, name: 'This page is closed during a visit' }, { timeout: 20_000 })
    expect(screen.getByText(/While you visit “Café”/)).toBeDefined()
    cleanup()

    forgetVisit()
    open()
    expect(await screen.findByText('Page Not Found')).toBeDefined()
  },
)
