import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Perk } from '#contracts/calls/business.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { PerkGrid } from './perk-grid.tsx'

const BUSINESS = 7
const OLD = '/logos/7/old.webp'
const GATA: Perk = { id: 1, name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: OLD }

/** It needs a canvas. */
vi.mock('browser-image-compression', () => ({ default: async (file: File) => file }))

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

interface Sent {
  call: string
  key: string | null
  body: unknown
}

/** `answer`: to each write, after its upload. */
async function openGrid({ perks = [GATA], answer = () => Response.json(GATA) } = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: RequestInit) => {
    if (method === 'GET') return Response.json(path.endsWith('/perks') ? perks : {})
    const isFile = body instanceof FormData
    const file = isFile ? (body.get('picture') as File) : undefined
    sent.push({
      call: `${method} ${path}`,
      key: new Headers(headers).get('idempotency-key'),
      body: file ? file.name : JSON.parse(String(body)),
    })
    return isFile ? Response.json({ pictureUrl: `/logos/7/${sent.length}.webp` }) : answer()
  })
  render(
    <MemoryRouter>
      <ReadProvider userId={BUSINESS}>
        <PerkGrid businessId={BUSINESS} />
        <Toaster />
      </ReadProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('button', { name: 'Add perk' })
  return sent
}

const press = (name: string): Promise<void> => act(async () => screen.getByRole('button', { name }).click())
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
async function choose(): Promise<void> {
  const input = await screen.findByLabelText('Picture (optional)', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['gata'], 'gata.webp', { type: 'image/webp' })] } })
  await screen.findByAltText("Preview of the perk's picture")
}
const UPLOAD = `POST /api/business-profile/${BUSINESS}/upload-perk-picture`
const lost = (): Response => {
  throw new TypeError('The network is away')
}

it('a new perk is saved with its uploaded picture; after a lost reply the same act is repeated, without another upload', async () => {
  let answer = lost
  const sent = await openGrid({ perks: [], answer: () => answer() })
  await press('Add perk')
  type('Name', 'Gata')
  type('Description', 'Warm')
  type('Points required', '2')
  await choose()
  const add = (): Promise<void> => act(async () => screen.getAllByRole('button', { name: 'Add perk' }).at(-1)!.click())
  await add()
  // The call repeats itself once before the form reports it.
  expect(await screen.findByText('Failed to create perk', {}, { timeout: 10_000 })).toBeDefined()
  expect(sent).toHaveLength(3)
  answer = () => Response.json(GATA, { status: 201 })
  await add()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const perk = { name: 'Gata', description: 'Warm', pointsRequired: 2, pictureUrl: '/logos/7/1.webp' }
  const create = [`POST /api/business/${BUSINESS}/perks`, perk]
  expect(sent.map(({ call, body }) => [call, body])).toEqual([[UPLOAD, 'picture.webp'], create, create, create])
  expect(new Set(sent.slice(1).map(({ key }) => key)).size).toBe(1)
})

it('an edit replaces the stored picture, or removes it, and otherwise keeps it', async () => {
  const sent = await openGrid()
  const shown = { name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: OLD }
  const perk = { name: 'Gata', description: 'Warm', pointsRequired: 2, before: shown }
  const change = `PUT /api/business/${BUSINESS}/perks/1`
  const edit = async (how: () => Promise<void>): Promise<unknown[]> => {
    await press('Edit: Gata')
    expect((await screen.findByAltText("Preview of the perk's picture")).getAttribute('src')).toBe(OLD)
    await how()
    await press('Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return sent.splice(0).map(({ call, body }) => [call, body])
  }
  expect(await edit(async () => undefined)).toEqual([[change, perk]])
  expect(await edit(choose)).toEqual([
    [UPLOAD, 'picture.webp'],
    [change, { ...perk, pictureUrl: '/logos/7/1.webp' }],
  ])
  expect(await edit(() => press('Remove picture'))).toEqual([[change, { ...perk, pictureUrl: null }]])
})

it('a picture that is refused leaves the form open, and nothing is saved', async () => {
  const sent = await openGrid()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json(path.endsWith('/perks') ? [GATA] : {})
    sent.push({ call: `${method} ${path}`, key: null, body: null })
    return Response.json({ code: 'image_unreadable', message: 'Failed', requestId: 'r' }, { status: 400 })
  })
  await press('Edit: Gata')
  await choose()
  await press('Save')
  expect(await screen.findByText("Failed to upload the perk's picture")).toBeDefined()
  expect([screen.queryByRole('dialog') === null, sent.map(({ call }) => call)]).toEqual([false, [UPLOAD]])
})

it('a tile shows the picture of its perk, and of a perk without one only the words', async () => {
  await openGrid({ perks: [GATA, { ...GATA, id: 2, name: 'Coffee', pictureUrl: null }] })
  const tiles = [...screen.getByTestId('perk-grid').children]
  expect(tiles.map((tile) => tile.querySelector('img')?.getAttribute('src'))).toEqual([OLD, undefined])
})
