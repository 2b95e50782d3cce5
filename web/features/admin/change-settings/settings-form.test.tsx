import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SettingsForm } from './settings-form.tsx'

const SETTINGS: Settings = { plans: DEFAULT_PLAN_TERMS, autoApprove: [], redemptionTtlDays: 30, seller: null }

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it('a wrong price is reported until corrected, even back to its old value; a price still being typed is not (H5)', async () => {
  vi.stubGlobal('fetch', async () => Response.json(SETTINGS))
  const { container } = render(
    <ReadProvider userId={1}>
      <SettingsForm />
    </ReadProvider>,
  )
  const save = await screen.findByRole('button', { name: /^Save/ })
  const type = (name: string, value: string) =>
    fireEvent.change(container.querySelector(`[name="${name}"]`)!, { target: { value } })
  const wrong = () => [...container.querySelectorAll('[aria-invalid]')].map((field) => field.getAttribute('name'))
  type('starter.monthlyAmd', 'abc')
  type('redemptionTtlDays', '0')
  await act(async () => save.click())
  expect(wrong()).toEqual(['starter.monthlyAmd', 'redemptionTtlDays'])
  type('starter.monthlyAmd', '4900')
  expect(wrong()).toEqual(['redemptionTtlDays'])
  type('starter.monthlyAmd', '4900,0')
  expect(wrong()).toEqual(['redemptionTtlDays'])
  type('redemptionTtlDays', '30')
  expect(wrong()).toEqual([])
})

it.each([
  ['am', 'Մուտքագրեք բանկի անվանումը'],
  ['en', 'Please enter the bank'],
] as const)(
  'the invoice issuer is entered in fields, each with its own label and error (%s; H36)',
  async (language, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async () => Response.json(SETTINGS))
    const { container } = render(
      <ReadProvider userId={language === 'am' ? 2 : 3}>
        <SettingsForm />
      </ReadProvider>,
    )
    await vi.waitFor(() => expect(container.querySelectorAll('[name^="seller."]')).toHaveLength(5))
    const lines = [...container.querySelectorAll<HTMLInputElement>('[name^="seller."]')]
    expect(lines.every(({ labels }) => labels?.[0]?.textContent)).toBe(true)
    for (const line of lines)
      if (line.name !== 'seller.bank') fireEvent.change(line, { target: { value: '1570012345678901' } })
    await act(async () => container.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
    expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([words])
    expect(document.activeElement).toBe(container.querySelector('[name="seller.bank"]'))
    await startAllWords('en')
  },
)

it("names the settings it changes, shows another administrator's newer ones, and keeps typed values beside them (H37)", async () => {
  const others: Settings = {
    ...SETTINGS,
    redemptionTtlDays: 90,
    plans: { ...DEFAULT_PLAN_TERMS, prime: { ...DEFAULT_PLAN_TERMS.prime, monthlyAmd: 41_000 } },
  }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method !== 'PUT') return Response.json(sent.length === 0 ? SETTINGS : others)
    sent.push(JSON.parse(String(init.body)))
    return Response.json(
      { code: 'settings_changed', message: 'The settings have been changed in the meantime' },
      { status: 409 },
    )
  })
  const { container } = render(
    <ReadProvider userId={4}>
      <SettingsForm />
    </ReadProvider>,
  )
  const save = await screen.findByRole('button', { name: /^Save/ })
  const field = (name: string): HTMLInputElement => container.querySelector(`[name="${name}"]`)!
  fireEvent.change(field('starter.monthlyAmd'), { target: { value: '5900' } })
  fireEvent.change(field('prime.monthlyAmd'), { target: { value: '42000' } })
  await act(async () => save.click())
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'new prices' } })
  await act(async () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Save/ }).click())
  expect(sent).toMatchObject([{ before: SETTINGS, plans: { starter: { monthlyAmd: 5_900 } } }])
  await vi.waitFor(() => expect(field('redemptionTtlDays').value).toBe('90'))
  expect([field('starter.monthlyAmd').value, field('prime.monthlyAmd').value]).toEqual(['5900', '41000'])
  const again = screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ })
  expect([again.disabled, screen.queryByRole('dialog')]).toEqual([false, null])
})

it.each([
  ['it stands as it was saved', '5 900', '5900'],
  ['it stands as somebody else has set it since, were that what it was before', '4 900', '4900'],
])('after saving, %s, and nothing is left to save', async (_how, since, shown) => {
  let saved: Settings = SETTINGS
  const monthlyAmd = Number(since.replace(' ', ''))
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    // A further change makes these settings differ from the ones before.
    if (init.method === 'PUT')
      saved = {
        ...SETTINGS,
        autoApprove: ['ngo'],
        plans: { ...DEFAULT_PLAN_TERMS, starter: { ...DEFAULT_PLAN_TERMS.starter, monthlyAmd } },
      }
    return Response.json(saved)
  })
  const { container } = render(
    <ReadProvider userId={monthlyAmd}>
      <SettingsForm />
    </ReadProvider>,
  )
  await screen.findByRole('button', { name: /^Save/ })
  fireEvent.change(container.querySelector('[name="starter.monthlyAmd"]')!, { target: { value: '5 900' } })
  await act(async () => screen.getByRole('button', { name: /^Save/ }).click())
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'new prices' } })
  await act(async () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Save/ }).click())
  await vi.waitFor(() => expect(container.querySelector<HTMLInputElement>('[name="ngo"]')?.checked).toBe(true))
  expect(container.querySelector<HTMLInputElement>('[name="starter.monthlyAmd"]')?.value).toBe(shown)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(true)
})
