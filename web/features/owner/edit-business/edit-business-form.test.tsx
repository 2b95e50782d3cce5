import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { FullProfile } from '#contracts/calls/profile.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { LANGUAGE_SWITCH } from '#web/lib/words/i18n.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { EditBusinessForm } from './edit-business-form.tsx'

const BUSINESS = 7
const PROFILE = {
  businessName: 'Café',
  industry: 'Restaurant',
  description: 'Coffee',
  phone: '+37491000000',
  address: 'Gyumri',
  logoUrl: null,
  coverUrl: null,
  website: 'https://cafe.am/',
  facebookUrl: null,
  instagramUrl: null,
  tiktokUrl: null,
  youtubeUrl: null,
  twitterUrl: null,
  linkedinUrl: null,
} as FullProfile

/** Pending compressions by file name; calling one ends it. */
const small = vi.hoisted(() => new Map<string, (picture: File | Error) => void>())
vi.mock('browser-image-compression', () => ({
  default: (file: File) =>
    new Promise((resolve, reject) =>
      small.set(file.name, (picture) => (picture instanceof Error ? reject(picture) : resolve(picture))),
    ),
}))

beforeAll(() => startAllWords('en'))
beforeEach(() => small.clear())
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

/** Returns the sent logos' contents, and the saved logo addresses. */
function form(logoUrl: string | null = null): { logos: string[]; saved: unknown[] } {
  const sent = { logos: [] as string[], saved: [] as unknown[] }
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.body instanceof FormData) {
      sent.logos.push(await (init.body.get('logo') as File).text())
      return new Response('{"logoUrl":"/logos/new.webp"}')
    }
    sent.saved.push((JSON.parse(String(init.body)) as FullProfile).logoUrl)
    return new Response('{"code":"internal","message":"the test ends here"}', { status: 400 })
  })
  render(
    <ReadProvider userId={BUSINESS}>
      <EditBusinessForm
        businessId={BUSINESS}
        profile={{ ...PROFILE, logoUrl }}
        onDone={() => undefined}
        cancel={null}
      />
    </ReadProvider>,
  )
  return sent
}

const picture = (content: string): File => new File([content], content, { type: 'image/webp' })
async function choose(name: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(/logo/i, { selector: 'input' }), { target: { files: [picture(name)] } })
  await waitFor(() => expect(small.has(name)).toBe(true))
}
const chooseText = (): boolean =>
  fireEvent.change(screen.getByLabelText(/logo/i, { selector: 'input' }), {
    target: { files: [new File(['text'], 'list.txt', { type: 'text/plain' })] },
  })
const ready = (name: string, end: File | Error = picture(name)): Promise<void> =>
  act(async () => small.get(name)?.(end))
const save = (): Promise<void> => act(async () => screen.getByRole('button', { name: /Save/ }).click())

it('an Armenian website address shows as its owner wrote it (R94)', () => {
  const website = 'https://xn--hbbjonj.xn--y9a3aq/%D5%A1'
  render(
    <ReadProvider userId={BUSINESS}>
      <EditBusinessForm
        businessId={BUSINESS}
        profile={{ ...PROFILE, website }}
        onDone={() => undefined}
        cancel={null}
      />
    </ReadProvider>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Website').value).toBe('https://սուրճ.հայ/ա')
})

it('typed text survives a language switch, over the stored profile, and is then stored nowhere (R94, R230)', () => {
  form()
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Coffee and gata' } })
  dispatchEvent(new Event(LANGUAGE_SWITCH))
  cleanup()
  form()
  const values = ['Description', 'Address'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
  expect([values, sessionStorage.length]).toEqual([['Coffee and gata', 'Gyumri'], 0])
})

it('a change on another screen is reported: typed text stays, the rest is updated, and the next save is based on it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(
      { code: 'changed_meanwhile', message: 'This has been changed in the meantime', requestId: 'r' },
      { status: 409 },
    )
  })
  const screenOf = (profile: FullProfile) => (
    <ReadProvider userId={BUSINESS}>
      <EditBusinessForm businessId={BUSINESS} profile={profile} onDone={() => undefined} cancel={null} />
      <Toaster />
    </ReadProvider>
  )
  const { rerender } = render(screenOf(PROFILE))
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Coffee and gata' } })
  const now = { ...PROFILE, phone: '+37499111111', description: 'Tea' }
  await act(async () => rerender(screenOf(now)))
  await save()
  expect(await screen.findByText(/changed on another device/)).toBeDefined()
  expect([value('Description'), value('Phone')]).toEqual(['Coffee and gata', '+37499111111'])
  await act(async () => rerender(screenOf({ ...now })))
  await save()
  const typed = { phone: now.phone, description: 'Coffee and gata' }
  expect(sent).toMatchObject([
    { ...typed, before: PROFILE },
    { ...typed, before: now },
  ])
})

it("saving waits for the chosen logo's compression (R95, R164)", async () => {
  const sent = form()
  await choose('new')
  await save()
  expect(sent).toEqual({ logos: [], saved: [] })
  await ready('new')
  await save()
  expect(sent).toEqual({ logos: ['new'], saved: ['/logos/new.webp'] })
})

it('the last chosen of two logos counts, even if the first is compressed later (R95)', async () => {
  const sent = form()
  await choose('first')
  await choose('last')
  await ready('last')
  await ready('first')
  await save()
  expect(sent.logos).toEqual(['last'])
})

it('a logo in compression is awaited even if the previous one fails', async () => {
  const sent = form()
  await choose('first')
  await choose('last')
  await ready('first', new Error('no picture'))
  expect(screen.queryByRole('alert')).toBeNull()
  await save()
  expect(sent.saved).toEqual([])
  await ready('last')
  await save()
  expect(sent.logos).toEqual(['last'])
})

it('a logo that cannot be compressed is reported and blocks nothing (R163)', async () => {
  const sent = form()
  await choose('new')
  await ready('new', new Error('no picture'))
  expect(screen.getByRole('alert').textContent).toContain('Failed to process image')
  await save()
  expect(sent).toEqual({ logos: [], saved: [undefined] })
})

it('a refused file replaces the previous choice: the field names it, and neither is sent (R95, R163)', async () => {
  const sent = form()
  await choose('good')
  await ready('good')
  chooseText()
  expect(screen.getByText(/list\.txt/)).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('image')
  expect(screen.queryByAltText(/logo/i)).toBeNull()
  await save()
  expect(sent).toEqual({ logos: [], saved: [undefined] })
})

it('so does a picture that cannot be compressed', async () => {
  const sent = form()
  await choose('good')
  await ready('good')
  await choose('bad')
  await ready('bad', new Error('no picture'))
  await save()
  expect(sent).toEqual({ logos: [], saved: [undefined] })
})

it("removing the logo clears the file's error", async () => {
  const sent = form('/logos/old.webp')
  chooseText()
  expect(screen.getByRole('alert')).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Remove logo' }).click())
  expect(screen.queryByRole('alert')).toBeNull()
  await save()
  expect(sent).toEqual({ logos: [], saved: [null] })
})

it('logo and cover are uploaded by calls of their own, saved together, and removed each by its button', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!(body instanceof FormData)) {
      const { logoUrl, coverUrl } = JSON.parse(String(body)) as FullProfile
      sent.push([logoUrl, coverUrl])
      return new Response('{"code":"internal","message":"the test ends here"}', { status: 400 })
    }
    const [field] = [...body.keys()]
    sent.push([path.split('/').at(-1), field, await (body.get(field!) as File).text()])
    return Response.json({ [`${field}Url`]: `/logos/${field}.webp` })
  })
  const profile = { ...PROFILE, logoUrl: '/logos/old.webp' }
  render(
    <ReadProvider userId={BUSINESS}>
      <EditBusinessForm businessId={BUSINESS} profile={profile} onDone={() => undefined} cancel={null} />
    </ReadProvider>,
  )
  const cover = screen.getByLabelText(/cover/i, { selector: 'input' })
  fireEvent.change(cover, { target: { files: [picture('wide')] } })
  await waitFor(() => expect(small.has('wide')).toBe(true))
  await save()
  expect(sent).toEqual([])
  await ready('wide')
  await choose('square')
  await ready('square')
  await save()
  expect(sent.splice(0)).toEqual([
    ['upload-logo', 'logo', 'square'],
    ['upload-cover', 'cover', 'wide'],
    ['/logos/logo.webp', '/logos/cover.webp'],
  ])
  await act(async () => screen.getByRole('button', { name: 'Remove cover' }).click())
  await act(async () => screen.getByRole('button', { name: 'Remove logo' }).click())
  await save()
  expect(sent).toEqual([[null, null]])
})
