import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryOf, useAdminRead } from '#web/lib/calls/staff/admin-read.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { PagedList } from './paged-list.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

interface Page {
  items: string[]
  next: string | null
}
const anyPage = { safeParse: (json: unknown) => ({ success: true as const, data: json as Page }) }

function List(): ReactNode {
  const cursors = useCursors()
  const [search, setSearch] = useState('')
  const refresh = useRefresh()
  return (
    <>
      <button type="button" onClick={() => void refresh(['/api/things'])}>
        Done
      </button>
      <input aria-label="Search" value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
      <PagedList
        reading={useAdminRead(`/api/things${queryOf({ search, after: cursors.cursor })}`, anyPage)}
        cursors={cursors}
        items={({ items }) => items}
        empty={{ title: 'Nothing here', text: '' }}
        of="Things"
      >
        {(items) => items.map((item) => <p key={item}>{item}</p>)}
      </PagedList>
    </>
  )
}

type Answer = Page | 'lost'
/** A list whose queries are answered on demand. */
function listOf() {
  const waiting = new Map<string, (answer: Answer) => void>()
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>((resolve, reject) =>
        waiting.set(path, (answer) =>
          answer === 'lost' ? reject(new TypeError('no network')) : resolve(new Response(JSON.stringify(answer))),
        ),
      ),
  )
  render(
    <ReadProvider userId={1}>
      <List />
    </ReadProvider>,
  )
  const button = (name: 'Previous page' | 'Next page'): HTMLButtonElement => screen.getByRole('button', { name })
  return {
    button,
    isOff: (name: 'Previous page' | 'Next page') => button(name).getAttribute('aria-disabled') === 'true',
    done: () => act(async () => screen.getByRole('button', { name: 'Done' }).click()),
    press: (name: 'Previous page' | 'Next page') => fireEvent.click(button(name)),
    search: (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } }),
    answer: (query: string, answer: Answer) => act(async () => waiting.get(`/api/things${query}`)?.(answer)),
    number: () => screen.getByRole('navigation').textContent,
  }
}
const first: Page = { items: ['Ani', 'Aram'], next: 'b' }
const second: Page = { items: ['Berta'], next: 'c' }
const third: Page = { items: ['Gor'], next: null }

it('a failed search says so, and never shows earlier results as its own', async () => {
  const list = listOf()
  await list.answer('', first)
  list.search('z')
  expect(screen.getByText('Ani')).toBeTruthy()
  await list.answer('?search=z', 'lost')
  expect(screen.getByRole('alert').textContent).toContain('You are offline')
  expect(screen.queryByText('Ani')).toBeNull()
  list.search('zo')
  expect(screen.queryByText('Ani')).toBeNull()
  await list.answer('?search=zo', third)
  expect(screen.getByText('Gor')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('while a page loads, the list cannot be turned: a second press would request it again and count it as the next', async () => {
  const list = listOf()
  await list.answer('', first)
  list.press('Next page')
  list.press('Next page')
  expect(list.number()).toBe('2')
  expect(list.button('Next page').getAttribute('aria-busy')).toBe('true')
  expect(list.isOff('Previous page')).toBe(true)
  await list.answer('?after=b', second)
  expect(screen.getByText('Berta')).toBeTruthy()
  expect(list.button('Next page').getAttribute('aria-busy')).toBeNull()
  list.button('Next page').focus()
  list.press('Next page')
  await list.answer('?after=c', third)
  expect(list.number()).toBe('3')
  expect(list.isOff('Next page')).toBe(true)
  expect(document.activeElement).toBe(list.button('Next page'))
  list.press('Next page')
  expect(list.number()).toBe('3')
  list.press('Previous page')
  expect(screen.getByText('Berta')).toBeTruthy()
})

it('a new search disables both buttons', async () => {
  const list = listOf()
  await list.answer('', first)
  list.search('b')
  expect(list.isOff('Next page')).toBe(true)
  await list.answer('?search=b', second)
  expect(list.isOff('Next page')).toBe(false)
})

it('a search after turning pages shows no spinner, because no button was pressed', async () => {
  const list = listOf()
  await list.answer('', first)
  list.press('Next page')
  await list.answer('?after=b', second)
  list.press('Previous page')
  list.search('b')
  for (const name of ['Previous page', 'Next page'] as const)
    expect(list.button(name).getAttribute('aria-busy')).toBeNull()
})

it('a failed page leaves the way to the previous ones', async () => {
  const list = listOf()
  await list.answer('', first)
  list.press('Next page')
  await list.answer('?after=b', 'lost')
  expect(screen.getByRole('alert').textContent).toContain('You are offline')
  list.press('Previous page')
  expect(screen.getByText('Ani')).toBeTruthy()
})

it("after a page's last item is done, the previous page shows, and never the empty state (R61)", async () => {
  const list = listOf()
  await list.answer('', first)
  list.press('Next page')
  await list.answer('?after=b', { items: ['Berta'], next: null })
  await list.done()
  await list.answer('?after=b', { items: [], next: null })
  expect(screen.queryByText('Nothing here')).toBeNull()
  expect(screen.getByText('Ani')).toBeTruthy()
  expect(list.number()).toBe('1')
  await list.answer('', { items: [], next: null })
  expect(screen.getByText('Nothing here')).toBeTruthy()
})

it("a search's result count is read out, even if unchanged, but not the page's initial one (WCAG 4.1.3)", async () => {
  const list = listOf()
  const said = (): string | null => screen.getAllByRole('status')[0]!.textContent
  const region = screen.getAllByRole('status')[0]
  await list.answer('', { items: ['a', 'b'], next: null })
  expect(said()).toBe('')
  for (const [search, found, heard] of [
    ['x', { items: ['a'], next: 'a' }, 'Things: 1+'],
    ['xy', { items: ['a'], next: 'a' }, 'Things: 1+'],
    ['xyz', { items: [], next: null }, 'Things: 0'],
  ] as const) {
    list.search(search)
    expect(said()).toBe('')
    await list.answer(`?search=${search}`, { items: [...found.items], next: found.next })
    expect(said()).toBe(heard)
  }
  expect(screen.getAllByRole('status')[0]).toBe(region)
})
