import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { DEFAULT_ATTENTION, type Attention, type AttentionSettings as Settings } from '#contracts/calls/attention.ts'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { AttentionCard } from './attention-card.tsx'
import { AttentionSettings } from './attention-settings.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const DAY = '2026-12-03'
/** In Yerevan. */
const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+04:00`).toISOString()
const ani = { person: { id: '00000000-0000-5000-8000-000000000001', name: 'Ani' }, till: { id: 'a', name: 'Window' } }
const buyer = { id: 101, buyerId: 'AB1234' }

const day = (changes: Partial<Attention> = {}): Attention => ({
  day: DAY,
  usualAmd: 4_000,
  remarks: [],
  hasMore: false,
  ...changes,
})

const unusual = day({
  remarks: [
    { kind: 'outside_hours', at: at('23:20'), person: null, till: null, from: at('23:10'), acts: 2 },
    { kind: 'undos', at: at('18:00'), ...ani, voids: 4, corrections: 1, undoneUses: 0, othersMean: 0.5 },
    {
      kind: 'many_awards',
      at: at('17:00'),
      person: { id: '00000000-0000-5000-8000-000000000002', name: null },
      till: ani.till,
      buyer: { id: 102, buyerId: '' },
      from: at('16:30'),
      awards: 4,
      amountAmd: 8_000,
    },
    {
      kind: 'large_award',
      at: at('20:15', '2026-12-02'),
      ...ani,
      awardId: '00000000-0000-5000-8000-000000000003',
      buyer,
      amountAmd: 123_450,
      usualAmd: 4_000,
      isCorrection: false,
      isUndone: true,
    },
  ],
})

/** Answers with `answer` and the settings, which it keeps when written. */
async function open(answer: Attention, settings: Settings = DEFAULT_ATTENTION): Promise<Settings[]> {
  await startAllWords('en')
  dropReadCache()
  const saved: Settings[] = []
  vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
    if (!path.endsWith('/settings')) return Response.json(answer)
    if (request?.method === 'PUT') saved.push(JSON.parse(String(request.body)) as Settings)
    return Response.json(saved.at(-1) ?? settings)
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={94}>
        <AttentionCard businessId={7} day={DAY} />
        <AttentionSettings businessId={7} day={DAY} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByLabelText('Large award')
  return saved
}

const choose = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

it('says of each remark what happened, who did it where, and leads to the buyer or the day’s events', async () => {
  await open(unusual)
  const items = within(await screen.findByTestId('remarks')).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Outside opening hoursNo person · Not at a till23:10–23:20: 2 actions.Open the day’s events',
    'Many undone or correctedAni · WindowAwards undone: 4, awards corrected: 1, perks undone: 0. The others, on average: 0.5.Open the day’s events',
    'Many awards to one buyerRemoved person · Window16:30–17:00: 4 awards to a buyer who has left, 8,000\u00a0AMD in all.',
    expect.stringMatching(
      /^Large awardAni · WindowDec\u00a02.*20:15: 123,450\u00a0AMD for buyer AB\u00a01234\. The average purchase here is 4,000\u00a0AMD\. It has been undone or corrected since\.Open the buyer’s page$/,
    ),
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/figures/events?day=2026-12-03',
    '/figures/events?day=2026-12-03&type=AwardVoided&type=AwardCorrected',
    '/buyers/AB1234',
  ])
})

it('says what is watched on a quiet day, and that a shop with few purchases has no large awards yet', async () => {
  await open(day())
  expect(await screen.findByText('Nothing unusual on this day')).toBeTruthy()
  expect(screen.getByText(/^Watched are large awards/)).toBeTruthy()
  cleanup()
  await open(day({ usualAmd: null }))
  expect(await screen.findByText(/large awards after 20 purchases/)).toBeTruthy()
})

it('says that there are more remarks than it lists', async () => {
  await open({ ...unusual, hasMore: true })
  expect(await screen.findByText(/There are more of these on this day/)).toBeTruthy()
})

it('saves each threshold as it is chosen, with all others as they were', async () => {
  const saved = await open(day(), { ...DEFAULT_ATTENTION, undos: 7 })
  expect(screen.getByLabelText<HTMLSelectElement>('Undone and corrected by one person in a day').value).toBe('7')
  await choose('Large award', '5')
  await choose('By email', 'morning')
  expect(saved).toEqual([
    { ...DEFAULT_ATTENTION, undos: 7, largeTimes: 5 },
    { ...DEFAULT_ATTENTION, undos: 7, largeTimes: 5, mail: true },
  ])
})

it('saves what is chosen while an earlier choice is still being saved, and shows it at once', async () => {
  const saved = await open(day())
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Large award'), { target: { value: '5' } })
    fireEvent.change(screen.getByLabelText('Awards to one buyer'), { target: { value: '2' } })
    fireEvent.change(screen.getByLabelText('By email'), { target: { value: 'morning' } })
    expect(screen.getByLabelText<HTMLSelectElement>('Large award').value).toBe('5')
  })
  expect(saved.at(-1)).toEqual({ ...DEFAULT_ATTENTION, largeTimes: 5, manyAwards: 2, mail: true })
  expect(screen.getByLabelText<HTMLSelectElement>('By email').value).toBe('morning')
})

it('asks for the opening hours once they are watched, and never offers the same time twice', async () => {
  const saved = await open(day())
  expect(screen.queryByLabelText('Open from')).toBeNull()
  await choose('Activity outside opening hours', 'watched')
  expect(saved.at(-1)?.hours).toEqual({ opens: '09:00', closes: '22:00' })
  await choose('Open until', '02:30')
  expect(saved.at(-1)?.hours).toEqual({ opens: '09:00', closes: '02:30' })
  const options = within(screen.getByLabelText('Open from')).getAllByRole('option')
  expect([options.length, options.some(({ textContent }) => textContent === '02:30')]).toEqual([47, false])
  await choose('Activity outside opening hours', 'never')
  expect(saved.at(-1)?.hours).toBeNull()
})
