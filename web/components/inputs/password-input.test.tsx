import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { PasswordInput } from './password-input.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

it('the button beside a password names its next action, without a pressed state that would invert it', () => {
  render(<PasswordInput aria-label="Password" />)
  const button = screen.getByRole('button')
  const said = (): (string | null)[] => [button.getAttribute('aria-label'), button.getAttribute('aria-pressed')]
  expect(said()).toEqual(['Show the password', null])
  fireEvent.click(button)
  expect(said()).toEqual(['Hide the password', null])
})
