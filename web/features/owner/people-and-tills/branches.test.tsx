import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { PeopleAndTills } from './people-and-tills.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(dropReadCache)
afterEach(() => vi.unstubAllGlobals())

const ID = 7
const KOMITAS = { branchId: '00000000-0000-5000-8000-000000000001', name: 'Komitas' }
const TILL = {
  tillId: '00000000-0000-5000-8000-000000000002',
  name: 'Window',
  branchId: KOMITAS.branchId as string | null,
  locksAfterSeconds: 120,
  pairedAt: '2026-01-05T05:05:00.000Z',
  lastSeenAt: '2026-01-06T05:05:00.000Z',
}

interface Shop {
  branches: { branchId: string; name: string }[]
  tills: (typeof TILL)[]
}

interface Write {
  method: string
  path: string
  body: unknown
}

const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)))

/** Returns the writes, in order. */
async function show(shop: Shop, refused: readonly string[] = []): Promise<Write[]> {
  const writes: Write[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(address, 'http://localhost').pathname.replace(`/api/business/${ID}/`, '')
    if (refused.includes(path)) return Response.json({ code: 'forbidden', message: 'No' }, { status: 403 })
    if (method === 'GET') {
      const replies: Record<string, unknown> = {
        staff: { staff: [] },
        tills: { tills: shop.tills },
        branches: { branches: shop.branches },
      }
      return Response.json(replies[path] ?? {})
    }
    const given = body === undefined ? undefined : (JSON.parse(String(body)) as Record<string, unknown>)
    writes.push({ method, path, body: given })
    if (path === 'branches') {
      const made = { branchId: '00000000-0000-5000-8000-000000000009', name: String(given?.['name']) }
      shop.branches.push(made)
      return Response.json(made, { status: 201 })
    }
    if (method === 'DELETE') {
      shop.branches = []
      shop.tills = shop.tills.map((till) => ({ ...till, branchId: null }))
      return Response.json({ branchId: KOMITAS.branchId, message: 'Branch removed' })
    }
    return Response.json({ ...shop.tills[0], ...given })
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={ID}>
        <PeopleAndTills businessId={ID} />
      </ReadProvider>
    </MemoryRouter>,
  )
  await settle()
  await settle()
  return writes
}

const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
async function submit(): Promise<void> {
  fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it('shows a shop without branches one button and nothing else of them, and asks for none at a till', async () => {
  const writes = await show({ branches: [], tills: [{ ...TILL, branchId: null }] })
  expect(screen.getAllByText(/branch/i).map(({ textContent }) => textContent)).toEqual(['Add branch'])
  await press('Edit: Window')
  expect(within(screen.getByRole('dialog')).queryByLabelText('Branch')).toBeNull()
  await submit()
  expect(writes).toMatchObject([{ method: 'PATCH', body: { name: 'Window', branchId: null } }])
})

it('adds the first branch, and then gives the focus to the button that adds the next', async () => {
  const writes = await show({ branches: [], tills: [] })
  await press('Add branch')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Abovyan ' } })
  await submit()
  expect(writes).toEqual([{ method: 'POST', path: 'branches', body: { name: 'Abovyan' } }])
  expect(within(screen.getByTestId('branches')).getByText('Abovyan')).toBeDefined()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add branch' })))
})

it('names the branch of a till, and changes it in the till’s dialog', async () => {
  const writes = await show({ branches: [KOMITAS], tills: [TILL] })
  expect(within(screen.getByTestId('tills')).getByText('Komitas')).toBeDefined()
  await press('Edit: Window')
  const choice = screen.getByLabelText<HTMLSelectElement>('Branch')
  expect(choice.value).toBe(KOMITAS.branchId)
  await submit()
  await press('Edit: Window')
  fireEvent.change(screen.getByLabelText('Branch'), { target: { value: '' } })
  await submit()
  expect(writes).toMatchObject([{ body: { branchId: KOMITAS.branchId } }, { body: { branchId: null } }])
})

it('says when a till was paired and last seen', async () => {
  await show({ branches: [], tills: [TILL] })
  expect(screen.getByText(/^Paired .*5.*2026/)).toBeDefined()
  expect(screen.getByText(/^Last seen .*6.*2026/)).toBeDefined()
})

it('removes a branch from its tills, too', async () => {
  const writes = await show({ branches: [KOMITAS], tills: [TILL] })
  await press('Remove: Komitas')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes).toEqual([{ method: 'DELETE', path: `branches/${KOMITAS.branchId}`, body: undefined }])
  expect(screen.queryByText('Komitas')).toBeNull()
})

it('keeps a till’s branch when the list of branches cannot be read', async () => {
  const writes = await show({ branches: [KOMITAS], tills: [TILL] }, ['branches'])
  expect(await screen.findByRole('region', { name: 'Branches' })).toBeDefined()
  await press('Edit: Window')
  await submit()
  expect(writes).toMatchObject([{ method: 'PATCH', body: { branchId: KOMITAS.branchId } }])
})
