import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Perk } from '#contracts/business.ts'
import { startWords } from '#web/lib/i18n.ts'
import { dropReadCache } from '#web/lib/read-cache.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { PerkGrid } from './perk-grid.tsx'

const BUSINESS = 7
const GATA: Perk = { id: 1, name: 'Gata', description: 'Warm', pointsRequired: '2.0' }

beforeAll(() => startWords('en'))
afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['an edit', 'Edit: Gata', 'Save', 'dialog'],
  ['a deletion', 'Delete: Gata', 'Delete', 'alertdialog'],
])('%s that is under way keeps its dialog until it is done: no other can be open then for it to close', async (_, opens, goes, role) => {
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
