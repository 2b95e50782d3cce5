import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { DeadLetterList } from './dead-letter-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const letter = (id: string, template: string) => ({
  id,
  template,
  to: 'nare@hatik.test',
  attempts: 1,
  lastError: null,
  createdAt: '2026-11-20T10:00:00Z',
})

it.each([
  ['am', 'Գաղտնաբառի վերականգնում · 1 փորձ'],
  ['en', 'Password reset · 1 attempt'],
] as const)(
  "names an undelivered mail in the reader's language, or by its type if untranslated (%s; H30)",
  async (language, words) => {
    await startAllWords(language)
    vi.stubGlobal('fetch', async () => Response.json([letter('1', 'reset_password'), letter('2', 'quite_new')]))
    render(
      <ReadProvider userId={language === 'am' ? 81 : 82}>
        <DeadLetterList />
      </ReadProvider>,
    )
    const [first, second] = within(await screen.findByTestId('dead-letters')).getAllByRole('listitem')
    expect(first?.textContent).toContain(words)
    expect(second?.textContent).toContain('quite_new · ')
  },
)

it('asks the server by address and kind, and shows the rest on the next page (H30)', async () => {
  await startAllWords('en')
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    const query = new URL(String(url), 'http://hatik.test').searchParams
    asked.push(query)
    const from = query.has('before') ? 20 : 0
    const letters = Array.from({ length: 25 }, (_, index) => letter(`n${index}`, 'approved'))
    return Response.json(letters.slice(from, from + Number(query.get('limit'))))
  })
  render(
    <ReadProvider userId={83}>
      <DeadLetterList />
    </ReadProvider>,
  )
  const shown = async () => within(await screen.findByTestId('dead-letters')).getAllByRole('listitem').length
  expect(await shown()).toBe(20)
  fireEvent.click(screen.getByRole('button', { name: /^Next/ }))
  await expect.poll(shown).toBe(5)
  expect(asked.at(-1)?.get('before')).toBe('n19')
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind of email' }), { target: { value: 'rejected' } })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Recipient’s address' }), { target: { value: ' nare ' } })
  await expect.poll(() => asked.at(-1)?.get('search')).toBe('nare')
  expect(asked.at(-1)?.get('template')).toBe('rejected')
  expect(asked.at(-1)?.has('before')).toBe(false)
})
