import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { AuditVisitList } from './visit-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-20T10:00:00Z'
const visit: SupportVisit = {
  visitId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  business: { id: 8, businessName: 'Café', closed: false },
  adminId: 1,
  reason: 'The owner asked',
  startedAt: at,
  endedAt: at,
  ended: 'exited',
  mode: 'act',
  actingSince: at,
  refusedCalls: [],
  calls: [],
  done: [{ position: '5', type: 'PointsAwarded', at, buyerId: 'AN1234' }],
}

it.each([
  ['am', 'Ցույց տալ', 'Միայն թվանշաններ'],
  ['en', 'Show', 'Digits only'],
] as const)(
  "an invalid business number is reported in the reader's language, and reads nothing (%s; H33)",
  async (language, show, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"visits":[],"next":null}')))
    const asked: string[] = []
    render(
      <MemoryRouter>
        <ReadProvider userId={95}>
          <AuditVisitList businessId="" onAsk={(business) => asked.push(business)} />
        </ReadProvider>
      </MemoryRouter>,
    )
    const field = screen.getByRole<HTMLInputElement>('textbox')
    expect(field.form?.noValidate).toBe(true)
    const ask = async (text: string): Promise<void> => {
      fireEvent.change(field, { target: { value: text } })
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: show })))
    }
    await ask('café')
    expect(screen.getByRole('alert').textContent).toBe(words)
    expect(document.activeElement).toBe(field)
    await ask(' 12 ')
    expect(screen.queryByRole('alert')).toBeNull()
    await ask('')
    expect(asked).toEqual(['12', ''])
  },
)

it.each([
  ['am', 'Միավորներ են շնորհվել · AN\u00a01234'],
  ['en', 'Points awarded · AN\u00a01234'],
] as const)("a visit's events have names in the reader's language (%s; H31, H33)", async (language, words) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ visits: [visit], next: null }))))
  render(
    <MemoryRouter>
      <ReadProvider userId={language === 'am' ? 96 : 97}>
        <AuditVisitList businessId="" onAsk={() => undefined} />
      </ReadProvider>
    </MemoryRouter>,
  )
  expect((await screen.findByTestId('visits')).textContent).toContain(words)
  expect(document.body.textContent).not.toContain('PointsAwarded')
})

it('the focus stays in the field, which follows the address', async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"visits":[],"next":null}')))
  const list = (businessId: string) => (
    <MemoryRouter>
      <ReadProvider userId={98}>
        <AuditVisitList businessId={businessId} onAsk={(asked) => rerender(list(asked))} />
      </ReadProvider>
    </MemoryRouter>
  )
  const { rerender } = render(list(''))
  const field = screen.getByRole<HTMLInputElement>('textbox')
  field.focus()
  fireEvent.change(field, { target: { value: ' 12 ' } })
  await act(async () => void fireEvent.submit(field.form!))
  expect([document.activeElement === field, field.value]).toEqual([true, '12'])
  await act(async () => rerender(list('')))
  expect(field.value).toBe('')
})

it('another question starts with its newest visits, also from the address (H33)', async () => {
  await startAllWords('en')
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path)
    return Promise.resolve(Response.json({ visits: [visit], next: path.includes('before') ? null : '40' }))
  })
  const list = (businessId: string) => (
    <MemoryRouter>
      <ReadProvider userId={99}>
        <AuditVisitList businessId={businessId} onAsk={() => undefined} />
      </ReadProvider>
    </MemoryRouter>
  )
  const { rerender } = render(list('12'))
  const next = await screen.findByRole('button', { name: 'Next page' })
  await act(async () => next.click())
  expect(calls.at(-1)).toContain('before=40')
  await act(async () => rerender(list('')))
  expect(calls.filter((path) => !path.includes('businessId=12')).map((path) => path.includes('before'))).toEqual([
    false,
  ])
  expect(screen.getByRole('navigation').textContent).toBe('1')
})
