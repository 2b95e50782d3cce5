import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { Header } from './header.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it.each([
  ['/businesses?search=arev', 'Businesses'],
  ['/businesses', 'Businesses'],
  ['/auth?signup=true', 'Sign in / Sign up'],
  ['/about', 'Contact'],
])('at %s the link «%s» closes the menu, wherever it leads (R26)', async (address, name) => {
  const { container } = render(
    <MemoryRouter initialEntries={[address]}>
      <Header />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  expect(screen.getByRole('button', { name: 'Close the menu' }).getAttribute('aria-expanded')).toBe('true')
  const menu = container.querySelector<HTMLElement>('#site-menu')!
  await act(async () => void fireEvent.click(within(menu).getByRole('link', { name })))
  expect(screen.getByRole('button', { name: 'Open the menu' }).getAttribute('aria-expanded')).toBe('false')
})
