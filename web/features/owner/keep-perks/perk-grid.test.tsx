import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Perk } from '#contracts/calls/business.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { PerkGrid } from './perk-grid.tsx'

const BUSINESS = 7
const GATA: Perk = { id: 1, name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: null }

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

async function openGrid(): Promise<void> {
  render(
    <MemoryRouter>
      <ReadProvider userId={BUSINESS}>
        <PerkGrid businessId={BUSINESS} />
        <Toaster />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByTestId('perk-grid')
}

it('a refused edit removes a perk that was deleted on another screen (R90)', async () => {
  let perks = [GATA]
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(path.endsWith('/perks') ? perks : {})
    perks = []
    return Response.json({ code: 'perk_not_found', message: 'Perk not found', requestId: 'r' }, { status: 404 })
  })
  await openGrid()
  await act(async () => screen.getByRole('button', { name: 'Edit: Gata' }).click())
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Nazuk' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(await screen.findByText('Failed to update perk')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nazuk')
  await waitFor(() => expect(screen.queryByTestId('perk-grid')).toBeNull())
})

it('a change on another screen during an edit is reported: typed text stays, the rest is updated', async () => {
  const sent: unknown[] = []
  let perks = [GATA]
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(path.endsWith('/perks') ? perks : {})
    sent.push(JSON.parse(String(body)))
    if (sent.length > 1) return Response.json(GATA)
    perks = [{ ...GATA, pointsRequired: '5.0' }]
    return Response.json(
      { code: 'changed_meanwhile', message: 'This has been changed in the meantime', requestId: 'r' },
      { status: 409 },
    )
  })
  await openGrid()
  await act(async () => screen.getByRole('button', { name: 'Edit: Gata' }).click())
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Cold' } })
  const save = (): Promise<void> => act(async () => screen.getByRole('button', { name: 'Save' }).click())
  await save()
  expect(await screen.findByText(/changed on another device/)).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Points required').value).toBe('5'))
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Cold')
  await save()
  const shown = { name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: null }
  expect(sent).toEqual([
    { name: 'Gata', description: 'Cold', pointsRequired: 2, before: shown },
    { name: 'Gata', description: 'Cold', pointsRequired: 5, before: { ...shown, pointsRequired: '5.0' } },
  ])
})

it.each([
  ['an edit', 'Edit: Gata', 'Save', 'dialog'],
  ['a deletion', 'Delete: Gata', 'Delete', 'alertdialog'],
])('%s in progress keeps its dialog open, so that it cannot close another one later', async (_, opens, goes, role) => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify(path.endsWith('/perks') ? [GATA] : {}))
    await answered
    return new Response(JSON.stringify(method === 'PUT' ? GATA : { id: GATA.id, message: '' }))
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={BUSINESS}>
        <PerkGrid businessId={BUSINESS} />
      </ReadProvider>
    </MemoryRouter>,
  )
  const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())
  await screen.findByTestId('perk-grid')
  await press(opens)
  await press(goes)
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  expect(screen.queryByRole(role)).not.toBeNull()
  await act(async () => answer())
  expect(screen.queryByRole(role)).toBeNull()
})

it('a thousand perks are paged', async () => {
  const perks = Array.from({ length: 1_000 }, (_, index) => ({ ...GATA, id: index + 1, name: `Perk ${index + 1}` }))
  vi.stubGlobal('fetch', async () => Response.json(perks))
  await openGrid()
  expect(screen.getByTestId('perk-grid').children).toHaveLength(12)
  expect(screen.getByText('1 / 84')).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Next page' }).click())
  expect(screen.getByText('Perk 13')).toBeDefined()
})
