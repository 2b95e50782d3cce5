import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { startWords } from '#web/lib/i18n.ts'
import { ReadProvider } from '#web/lib/read-provider.tsx'
import { AuditVisitList } from './visit-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it.each([['am', 'Ցույց տալ', 'Միայն թվանշաններ'], ['en', 'Show', 'Only digits']] as const)(
  'what is no number of a business is called so in the reader’s language, and asks for nothing (%s; H33)',
  async (language, show, words) => {
    await startWords(language)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"visits":[],"next":null}')))
    const asked: string[] = []
    render(
      <MemoryRouter>
        <ReadProvider userId={95}>
          <AuditVisitList businessId="" onAsk={(business) => asked.push(business)} />
        </ReadProvider>
      </MemoryRouter>,
    )
    const field = screen.getByRole<HTMLInputElement>('textbox')
    expect(field.form?.noValidate).toBe(true)
    const ask = async (text: string): Promise<void> => {
      fireEvent.change(field, { target: { value: text } })
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: show })))
    }
    await ask('café')
    expect(screen.getByRole('alert').textContent).toBe(words)
    expect(document.activeElement).toBe(field)
    await ask(' 12 ')
    expect(screen.queryByRole('alert')).toBeNull()
    await ask('')
    expect(asked).toEqual(['12', ''])
  },
)
