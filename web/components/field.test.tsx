import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { loadWords, startWords } from '#web/lib/i18n.ts'
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
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')

it.each([
  ['en', 'Please check 2 fields: Name, Address'],
  ['am', 'Ստուգեք 2 դաշտ՝ Name, Address'],
] as const)('several fields that are found wrong at once are read out in one sentence, and each is described by what is wrong with it (%s; WCAG 3.3.1, 4.1.3)', async (language, summary) => {
  await startWords(language)
  await loadWords(['fields'])
  const { rerender } = render(<Form wrong={{}} />)
  rerender(<Form wrong={{ Name: 'No name', Address: 'No address' }} />)
  expect(readOut()).toEqual([summary])
  expect([describes('Name'), describes('Address')]).toEqual([['No name'], ['No address']])
})

it('what is wrong with one field is read out itself, also where it was one of several before', async () => {
  await startWords('en')
  await loadWords(['fields'])
  const { rerender } = render(<Form wrong={{ Phone: 'No phone' }} />)
  expect(readOut()).toEqual(['No phone'])
  rerender(<Form wrong={{}} />)
  await Promise.resolve()
  rerender(<Form wrong={{ Name: 'No name', Address: 'No address' }} />)
  await Promise.resolve()
  rerender(<Form wrong={{ Name: 'Too short', Address: 'No address' }} />)
  expect(readOut()).toEqual(['Too short'])
})
