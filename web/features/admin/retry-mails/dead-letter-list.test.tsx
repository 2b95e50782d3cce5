import { cleanup, render, screen, within } from '@testing-library/react'
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
