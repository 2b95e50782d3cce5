import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { Field } from './field.tsx'

afterEach(cleanup)

type Wrong = Partial<Record<'Name' | 'Phone' | 'Address', string>>

function Form({ wrong }: { wrong: Wrong }): ReactNode {
  return (['Name', 'Phone', 'Address'] as const).map((label) => (
    <Field key={label} label={label} error={wrong[label]}>
      {(ids) => <input {...ids} />}
    </Field>
  ))
}

const readOut = (): (string | null)[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const describes = (label: string): string[] =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')

it.each([
  ['en', 'Please check 2 fields: Name, Address'],
  ['am', 'Ստուգեք 2 դաշտ՝ Name, Address'],
] as const)(
  'several errors at once are read out in one sentence, and each field is described by its own (%s; WCAG 3.3.1, 4.1.3)',
  async (language, summary) => {
    await startAllWords(language)
    const { rerender } = render(<Form wrong={{}} />)
    rerender(<Form wrong={{ Name: 'No name', Address: 'No address' }} />)
    expect(readOut()).toEqual([summary])
    expect([describes('Name'), describes('Address')]).toEqual([['No name'], ['No address']])
  },
)

it('a single error is read out itself, even if it was one of several before', async () => {
  await startAllWords('en')
  const { rerender } = render(<Form wrong={{ Phone: 'No phone' }} />)
  expect(readOut()).toEqual(['No phone'])
  rerender(<Form wrong={{}} />)
  await Promise.resolve()
  rerender(<Form wrong={{ Name: 'No name', Address: 'No address' }} />)
  await Promise.resolve()
  rerender(<Form wrong={{ Name: 'Too short', Address: 'No address' }} />)
  expect(readOut()).toEqual(['Too short'])
})

it('the sentence about several fields disappears with the first corrected one', async () => {
  await startAllWords('en')
  const { rerender } = render(<Form wrong={{}} />)
  rerender(<Form wrong={{ Name: 'No name', Phone: 'No phone', Address: 'No address' }} />)
  await Promise.resolve()
  rerender(<Form wrong={{ Name: 'No name', Address: 'No address' }} />)
  expect(readOut()).toEqual([])
  expect([describes('Name'), describes('Address')]).toEqual([['No name'], ['No address']])
})

it('submitting again with errors reads the present ones out again (WCAG 4.1.3)', async () => {
  await startAllWords('en')
  const form = (wrong: Wrong): ReactNode => (
    <form onSubmit={(event) => event.preventDefault()}>
      <Form wrong={wrong} />
    </form>
  )
  const { rerender } = render(form({ Name: 'No name', Phone: 'No phone', Address: 'No address' }))
  await Promise.resolve()
  rerender(form({ Name: 'No name', Address: 'No address' }))
  const send = async (): Promise<Element | undefined> => {
    fireEvent.submit(document.forms[0]!)
    await Promise.resolve()
    return screen.queryAllByRole('alert')[0]
  }
  const first = await send()
  expect(readOut()).toEqual(['Please check 2 fields: Name, Address'])
  rerender(form({ Address: 'No address' }))
  const second = await send()
  expect(readOut()).toEqual(['No address'])
  expect(describes('Address')).toEqual(['No address'])
  const third = await send()
  // A new element each time, because screen readers skip an unchanged one.
  expect([new Set([first, second, third]).size, readOut()]).toEqual([3, ['No address']])
})
