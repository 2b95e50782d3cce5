import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { useCarriedForm } from './carried-form.ts'
import { LANGUAGE_SWITCH } from './i18n.ts'

afterEach(cleanup)
afterEach(() => sessionStorage.clear())

const EMPTY = { name: '', password: '', confirmPassword: '', language: 'am', picture: undefined as FileList | undefined }

function Form(): ReactNode {
  const form = useForm({ defaultValues: EMPTY })
  useCarriedForm('hatik.test', form)
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <input aria-label="name" {...form.register('name', { validate: (name) => name.length > 3 || 'too short' })} />
      <input aria-label="password" {...form.register('password')} />
      <input aria-label="again" {...form.register('confirmPassword')} />
      <input aria-label="picture" type="file" {...form.register('picture')} />
      <p>{form.formState.isDirty ? 'changed' : 'as it was'}</p>
      <p>{form.formState.errors.name?.message}</p>
      <button type="submit">send</button>
    </form>
  )
}

const carryForms = (): boolean => dispatchEvent(new Event(LANGUAGE_SWITCH))
const say = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value
const type = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('what was typed comes along to the next form of that name, as typed there, and is kept nowhere then (R230)', async () => {
  render(<Form />)
  type('name', 'Ani')
  type('password', 'Correct-horse-1')
  type('again', 'Correct-horse-1')
  fireEvent.change(screen.getByLabelText('picture'), { target: { files: [new File(['id'], 'id.png')] } })
  expect(sessionStorage.length).toBe(0)
  carryForms()
  expect([sessionStorage.length, sessionStorage.getItem('hatik.test')]).toEqual([1, '[["name","Ani"]]'])
  cleanup()

  render(<Form />)
  expect([say('name'), say('password'), say('again')]).toEqual(['Ani', '', ''])
  expect(screen.getByText('changed')).toBeDefined()
  expect(sessionStorage.length).toBe(0)
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByText('too short')).toBeDefined()
  cleanup()

  render(<Form />)
  expect(say('name')).toBe('')
  expect(screen.getByText('as it was')).toBeDefined()
})

it('of a form that is as it came, or that is not on the screen any more, nothing is written down (R230)', () => {
  render(<Form />)
  carryForms()
  type('name', 'Ani')
  cleanup()
  carryForms()
  expect(sessionStorage.length).toBe(0)
})
