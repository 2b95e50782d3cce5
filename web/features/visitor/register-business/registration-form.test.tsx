import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { RegistrationForm } from './registration-form.tsx'

async function speak(language: 'am' | 'en'): Promise<void> {
  await startAllWords(language)
}

beforeEach(() => speak('en'))
afterEach(cleanup)

it("unmounting the ID document's field drops its picture, and a new field is required again (R159)", async () => {
  render(<RegistrationForm onDone={() => undefined} cancel={null} />)
  const choose = (status: string) =>
    act(
      async () =>
        void fireEvent.change(screen.getByLabelText('Legal status', { selector: 'select' }), {
          target: { value: status },
        }),
    )
  const field = () => screen.findByLabelText<HTMLInputElement>('ID document')
  await choose('individual')
  fireEvent.change(await field(), { target: { files: [new File(['id'], 'id.png', { type: 'image/png' })] } })
  expect(screen.getByText(/id\.png/)).toBeDefined()
  await choose('llc')
  expect(screen.queryByLabelText('ID document')).toBeNull()
  await choose('individual')
  await field()
  expect(screen.getByText('No image chosen yet')).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Register business' }).click())
  expect(await screen.findByText('ID document is required for individual legal status')).toBeDefined()
})

it.each([
  ['am', 'Գրանցել բիզնեսը', 'Հեռախոս'],
  ['en', 'Register business', 'Phone'],
] as const)(
  'an invalid link and a too short number are answered with how to write them (%s; R160)',
  async (language, send, phone) => {
    await speak(language)
    render(<RegistrationForm onDone={() => undefined} cancel={null} />)
    fireEvent.change(screen.getByLabelText('Instagram'), { target: { value: 'gohar_hats' } })
    fireEvent.change(screen.getByLabelText(phone), { target: { value: '091 12' } })
    await act(async () => screen.getByRole('button', { name: send }).click())
    expect((await screen.findByText(/instagram\.com\/example/)).textContent).toBeTruthy()
    expect(screen.getByText(/091 12 34 56/)).toBeDefined()
  },
)

it('from the first letter on, names the terms and links to the privacy policy (R29)', async () => {
  render(<RegistrationForm onDone={() => undefined} cancel={null} />)
  fireEvent.input(screen.getByLabelText('First name'), { target: { value: 'A' } })
  const links = [
    await screen.findByRole('link', { name: 'Terms of use' }),
    screen.getByRole('link', { name: 'Privacy policy' }),
  ]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/legal/terms?lang=en', '/legal/privacy?lang=en'])
  expect(screen.getByText(/you accept the terms of use/)).toBeDefined()
})
