import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminTasks } from '#contracts/calls/staff/admin-tasks.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { TaskQueue } from './task-queue.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

async function show(language: 'am' | 'en', reply: AdminTasks): Promise<void> {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () => Response.json(reply))
  render(
    <MemoryRouter>
      <ReadProvider userId={95}>
        <TaskQueue />
      </ReadProvider>
    </MemoryRouter>,
  )
}

const invoice = { invoice: 3, number: 'HTK-2026-000003', businessName: 'Cafe', amountAmd: 39_900, isPart: false }
const TASKS: AdminTasks = {
  at: '2026-11-29T12:00:00.000Z',
  tasks: [
    { kind: 'refund', since: '2026-11-26T11:00:00.000Z', late: true, ...invoice },
    { kind: 'approval', since: '2026-11-28T13:00:00.000Z', business: 7, businessName: 'Gata', late: false },
    { kind: 'charge', since: '2026-11-29T11:59:00.000Z', late: false, ...invoice, isPart: true },
    { kind: 'mails', since: '2026-11-29T11:59:30.000Z', count: 1 },
    { kind: 'findings', since: '2026-11-29T11:59:30.000Z', count: 2 },
    { kind: 'replay', since: '2026-11-29T11:59:30.000Z', state: 'awaiting_second' },
  ],
  more: 1_200,
}

it.each([
  [
    'am',
    [
      'CafeՎերադարձնել 39 900 ֏ · HTK-2026-000003Ժամկետանց է, սպասում է՝ 3 օր',
      'GataՀաստատել կամ մերժել գրանցումը, սպասում է՝ 23 ժամ',
      'CafeՍտուգել՝ արդյոք 39 900 ֏ ստացվել է · HTK-2026-000003Մասամբ վճարված, սպասում է՝ 1 րոպե',
      '1 նամակ չի հասել, սպասում է՝ հենց նոր',
      'Ինքնաստուգումը գտել է 2 տարբերություն, սպասում է՝ հենց նոր',
    ],
    'Եվս 1 200 անելիք',
  ],
  [
    'en',
    [
      'CafeSend back 39,900 AMD · HTK-2026-000003Overdue, waiting: 3 days',
      'GataApprove or reject the registration, waiting: 23 hours',
      'CafeCheck whether 39,900 AMD has arrived · HTK-2026-000003Paid in part, waiting: 1 minute',
      '1 email was not delivered, waiting: just now',
      'The self-check found 2 differences, waiting: just now',
    ],
    '1,200 more tasks',
  ],
] as const)(
  'each task says what to do, for whom and since when, with a link to its place (%s; H30)',
  async (language, lines, more) => {
    await show(language, TASKS)
    const links = await screen.findAllByRole('link')
    const texts = links.map((link) => (link.textContent ?? '').replaceAll('\u00a0', ' '))
    expect(texts.slice(0, lines.length)).toEqual(lines)
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/dashboard/invoices?search=HTK-2026-000003',
      '/admin/dashboard/approvals#business-7',
      '/admin/dashboard/invoices?search=HTK-2026-000003',
      '/admin/dashboard/mail',
      '/admin/dashboard/self-check',
      '/admin/dashboard/replay',
    ])
    expect(screen.getByText((text) => text.replaceAll('\u00a0', ' ') === more)).toBeTruthy()
  },
)

it('an empty queue says so', async () => {
  await show('en', { at: TASKS.at, tasks: [], more: 0 })
  expect(await screen.findByText('Nothing to do')).toBeTruthy()
})
