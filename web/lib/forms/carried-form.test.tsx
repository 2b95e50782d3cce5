import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { useCarriedForm } from './carried-form.ts'
import { LANGUAGE_SWITCH } from '#web/lib/words/i18n.ts'

afterEach(cleanup)
afterEach(() => sessionStorage.clear())

const EMPTY = {
  name: '',
  password: '',
  confirmPassword: '',
  language: 'am',
  picture: undefined as FileList | undefined,
}

function Form({ outlives = false }: { outlives?: boolean }): ReactNode {
  const form = useForm({ defaultValues: EMPTY })
  const forget = useCarriedForm('hatik.test', form, { outlives })
  return (
    <form onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <input aria-label="name" {...form.register('name', { validate: (name) => name.length > 3 || 'too short' })} />
      <input aria-label="password" {...form.register('password')} />
      <input aria-label="again" {...form.register('confirmPassword')} />
      <input aria-label="picture" type="file" {...form.register('picture')} />
      <p>{form.formState.isDirty ? 'changed' : 'as it was'}</p>
      <p>{form.formState.errors.name?.message}</p>
      <button type="submit">send</button>
      <button type="button" onClick={forget}>
        sent
      </button>
    </form>
  )
}

const carryForms = (): boolean => dispatchEvent(new Event(LANGUAGE_SWITCH))
const say = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('typed text moves to the next form of that name, and is then stored nowhere (R230)', async () => {
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
  await act(async () => screen.getByText('send').click())
  expect(screen.getByText('too short')).toBeDefined()
  cleanup()

  render(<Form />)
  expect(say('name')).toBe('')
  expect(screen.getByText('as it was')).toBeDefined()
})

it('an unchanged or unmounted form stores nothing (R230)', () => {
  render(<Form />)
  carryForms()
  type('name', 'Ani')
  cleanup()
  carryForms()
  expect(sessionStorage.length).toBe(0)
})

it.each([
  ['a page that is loaded anew', () => dispatchEvent(new Event('pagehide'))],
  ['a page that its phone ends in the background', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['another page and back', () => undefined],
])('a long form survives %s, without its passwords, until it has been sent (R102)', (_, end) => {
  render(<Form outlives />)
  type('name', 'Ani')
  type('password', 'Correct-horse-1')
  end()
  cleanup()
  expect(sessionStorage.getItem('hatik.test')).toBe('[["name","Ani"]]')
  render(<Form outlives />)
  expect([say('name'), say('password')]).toEqual(['Ani', ''])
  fireEvent.click(screen.getByText('sent'))
  end()
  cleanup()
  expect(sessionStorage.length).toBe(0)
})

it('text that was deleted again is no longer stored', () => {
  render(<Form outlives />)
  type('name', 'Ani')
  document.dispatchEvent(new Event('visibilitychange'))
  type('name', '')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sessionStorage.length).toBe(0)
})

it.each(['', 'garbage', 'null', '{}', '7', '[null]', '[[1,2]]', '[[{}]]'])(
  "foreign content under the form's name breaks nothing, and is removed: %s",
  (text) => {
    sessionStorage.setItem('hatik.test', text)
    render(<Form />)
    expect([say('name'), sessionStorage.length]).toEqual(['', 0])
  },
)
