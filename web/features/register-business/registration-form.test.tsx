import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadWords, startWords } from '#web/lib/i18n.ts'
import { RegistrationForm } from './registration-form.tsx'

beforeAll(async () => {
  await startWords('en')
  await loadWords(['registration', 'person', 'fields'])
})
afterEach(cleanup)

it('a picture of the ID document goes with its field, and is missed where the field comes again and names none (R159)', async () => {
  render(<RegistrationForm onDone={() => undefined} cancel={null} />)
  const choose = (status: string) => act(async () => void fireEvent.change(screen.getByLabelText('Legal status', { selector: 'select' }), { target: { value: status } }))
  const field = () => screen.findByLabelText<HTMLInputElement>('ID document')
  await choose('individual')
  fireEvent.change(await field(), { target: { files: [new File(['id'], 'id.png', { type: 'image/png' })] } })
  expect(screen.getByText(/id\.png/)).toBeDefined()
  await choose('llc')
  expect(screen.queryByLabelText('ID document')).toBeNull()
  await choose('individual')
  await field()
  expect(screen.getByText('No image chosen yet')).toBeDefined()
  await act(async () => screen.getByRole('button', { name: 'Register the business' }).click())
  expect(await screen.findByText('ID document is required for individual legal status')).toBeDefined()
})
