import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import SignUpForm from './sign-up-form.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['am', 'Գաղտնաբառերը չեն համընկնում'],
  ['en', 'Passwords do not match'],
] as const)('different passwords are reported even if the e-mail is missing (%s; R46)', async (language, differ) => {
  await startAllWords(language)
  const sent = vi.fn<() => void>()
  vi.stubGlobal('fetch', sent)
  const { container } = render(<SignUpForm onDone={() => undefined} />)
  const type = (name: string, value: string) =>
    fireEvent.change(container.querySelector(`[name=${name}]`)!, { target: { value } })
  type('password', 'Correct-horse-1')
  type('confirmPassword', 'Correct-horse-2')
  await act(async () => void fireEvent.submit(container.querySelector('form')!))
  expect(screen.getByText(differ)).toBeDefined()
  expect(container.querySelectorAll('[aria-invalid=true]').length).toBe(4)
  type('confirmPassword', 'Correct-horse-1')
  await act(async () => undefined)
  expect(screen.queryByText(differ)).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

it.each([
  ['am', 'hy', 'Օգտագործման պայմաններ', 'Գաղտնիության քաղաքականություն'],
  ['en', 'en', 'Terms of use', 'Privacy policy'],
] as const)(
  'names the terms and links to the privacy policy in a new window before anything is sent (%s; R29)',
  async (language, tag, terms, privacy) => {
    await startAllWords(language)
    const { container } = render(<SignUpForm onDone={() => undefined} />)
    for (const [name, path] of [
      [terms, 'terms'],
      [privacy, 'privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name })
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`/legal/${path}?lang=${tag}`, '_blank'])
      // Read before the button, not after it.
      expect(
        link.compareDocumentPosition(container.querySelector('[type=submit]')!) & Node.DOCUMENT_POSITION_FOLLOWING,
      ).toBeTruthy()
    }
  },
)
