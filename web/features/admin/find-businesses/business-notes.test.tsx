import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BusinessNotes as Notes } from '#contracts/calls/staff/business-notes.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { Toaster } from '#web/components/feedback/toast.tsx'
import { dropReadCache } from '#web/lib/reads/read-cache.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { BusinessNotes } from './business-notes.tsx'

afterEach(() => {
  cleanup()
  dropReadCache()
  vi.unstubAllGlobals()
})

type Call = { method: string; path: string; body: unknown }

/** A server with these notes, of which the reader, 5, wrote the odd ones. */
function serve(texts: string[]): { calls: Call[] } {
  let notes: Notes = texts.map((text, index) => noteOf(index + 1, text)).toReversed()
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json(notes)
    const sent = typeof body === 'string' ? (JSON.parse(body) as { text: string }) : undefined
    calls.push({ method, path, body: sent })
    const id = method === 'POST' ? notes.length + 1 : Number(path.split('/').at(-1))
    notes = sent ? [noteOf(id, sent.text), ...notes] : notes.filter((note) => note.id !== id)
    return Response.json({ id, message: '' }, { status: method === 'POST' ? 201 : 200 })
  })
  return { calls }
}
const noteOf = (id: number, text: string): Notes[number] => ({
  id,
  text,
  writtenBy: id % 2 === 1 ? 5 : 6,
  writtenAt: '2026-11-28T10:00:00.000Z',
  own: id % 2 === 1,
})

const show = (isClosed = false) =>
  render(
    <ReadProvider userId={5}>
      <BusinessNotes businessId={7} isClosed={isClosed} />
      <Toaster />
    </ReadProvider>,
  )
const lines = () => screen.getAllByRole('listitem').filter((line) => line.closest('section[aria-labelledby]'))

it.each([
  ['am', 'Դեռ նշումներ չկան։', 'Խնդրում ենք գրել նշումը', 'Նոր նշում', 'Ավելացնել նշում'],
  ['en', 'No notes yet.', 'Please write a note', 'New note', 'Add note'],
] as const)(
  'a note is added to an empty list, but not without words (%s)',
  async (language, none, missing, label, go) => {
    await startAllWords(language)
    const { calls } = serve([])
    show()
    await screen.findByText(none)
    const field = screen.getByRole('textbox', { name: label })
    fireEvent.change(field, { target: { value: ' \n ' } })
    fireEvent.click(screen.getByRole('button', { name: go }))
    expect((await screen.findByRole('alert')).textContent).toContain(missing)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual([])

    fireEvent.change(field, { target: { value: ' Առաջին\nտող ' } })
    fireEvent.click(screen.getByRole('button', { name: go }))
    await expect.poll(() => lines().map((line) => line.textContent)).toEqual([expect.stringContaining('Առաջին\nտող')])
    expect(calls).toEqual([{ method: 'POST', path: '/api/admin/businesses/7/notes', body: { text: 'Առաջին\nտող' } }])
    expect((field as HTMLTextAreaElement).value).toBe('')
  },
)

it('only own notes can be deleted, after a question; the focus then goes to the heading', async () => {
  await startAllWords('en')
  const { calls } = serve(['Mine', 'Of another'])
  show()
  await expect.poll(() => lines().length).toBe(2)
  const [newest, oldest] = lines()
  expect(newest?.textContent).toContain('Of another')
  expect(newest?.textContent).toContain('Administrator no. 6')
  expect(within(newest!).queryByRole('button')).toBeNull()
  fireEvent.click(within(oldest!).getByRole('button', { name: /^Delete/ }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this note?' })
  expect(calls).toEqual([])
  await act(async () => within(question).getByRole('button', { name: 'Delete' }).click())
  await expect.poll(() => lines().map((line) => line.textContent.includes('Mine'))).toEqual([false])
  expect(calls).toMatchObject([{ method: 'DELETE', path: '/api/admin/businesses/7/notes/1' }])
  await expect.poll(() => document.activeElement?.textContent).toBe('Notes')
})

it('a closed business gets no more notes, and a failed read can be tried again', async () => {
  await startAllWords('en')
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal', message: '', requestId: 'r' }, { status: 500 }))
  show(true)
  const refused = await screen.findByRole('alert')
  serve(['Kept'])
  await act(async () => within(refused).getByRole('button', { name: 'Try Again' }).click())
  await expect.poll(() => lines().length).toBe(1)
  expect(screen.queryByRole('textbox')).toBeNull()
})
