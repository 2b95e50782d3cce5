import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Settings } from '#contracts/admin-settings.ts'
import { DEFAULT_PLAN_TERMS } from '#contracts/plans.ts'
import { startWords } from '#web/lib/i18n.ts'
import { dropReadCache } from '#web/lib/read-cache.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { SettingsForm } from './settings-form.tsx'

const SETTINGS: Settings = { plans: DEFAULT_PLAN_TERMS, autoApprove: [], redemptionTtlDays: 30, seller: null }

beforeAll(() => startWords('en'))
afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

it('what was wrong with a price is said until it is put right, also where it becomes what it was, and of nothing that is being typed (H5)', async () => {
  vi.stubGlobal('fetch', async () => Response.json(SETTINGS))
  const { container } = render(
    <ReadProvider userId={1}>
      <SettingsForm />
    </ReadProvider>,
  )
  const save = await screen.findByRole('button', { name: /^Save/ })
  const type = (name: string, value: string) => fireEvent.change(container.querySelector(`[name="${name}"]`)!, { target: { value } })
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

it.each([['am', 'Մուտքագրեք բանկի անվանումը'], ['en', 'Please enter the bank']] as const)(
  'who issues the invoices is asked for line by line, each with its own label and its own word of what is wrong (%s; H36)',
  async (language, words) => {
    await startWords(language)
    vi.stubGlobal('fetch', async () => Response.json(SETTINGS))
    const { container } = render(
      <ReadProvider userId={language === 'am' ? 2 : 3}>
        <SettingsForm />
      </ReadProvider>,
    )
    await vi.waitFor(() => expect(container.querySelectorAll('[name^="seller."]')).toHaveLength(5))
    const lines = [...container.querySelectorAll<HTMLInputElement>('[name^="seller."]')]
    expect(lines.every(({ labels }) => labels?.[0]?.textContent)).toBe(true)
    for (const line of lines) if (line.name !== 'seller.bank') fireEvent.change(line, { target: { value: '1570012345678901' } })
    await act(async () => container.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
    expect([...container.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)).toEqual([words])
    expect(document.activeElement).toBe(container.querySelector('[name="seller.bank"]'))
    await startWords('en')
  },
)

it('says which settings it changes, and shows those that another administrator has saved meanwhile (H37)', async () => {
  const others: Settings = { ...SETTINGS, redemptionTtlDays: 90 }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method !== 'PUT') return Response.json(sent.length === 0 ? SETTINGS : others)
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ code: 'settings_changed', message: 'The settings have been changed meanwhile' }, { status: 409 })
  })
  const { container } = render(
    <ReadProvider userId={4}>
      <SettingsForm />
    </ReadProvider>,
  )
  const save = await screen.findByRole('button', { name: /^Save/ })
  fireEvent.change(container.querySelector('[name="starter.monthlyAmd"]')!, { target: { value: '5900' } })
  await act(async () => save.click())
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'new prices' } })
  await act(async () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Save/ }).click())
  expect(sent).toMatchObject([{ before: SETTINGS, plans: { starter: { monthlyAmd: 5_900 } } }])
  await vi.waitFor(() => expect(container.querySelector<HTMLInputElement>('[name="redemptionTtlDays"]')?.value).toBe('90'))
})
