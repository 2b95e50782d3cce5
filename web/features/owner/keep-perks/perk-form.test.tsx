import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Perk } from '#contracts/calls/business.ts'
import type { PerkInput } from '#contracts/calls/perks.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { PerkForm } from './perk-form.tsx'

beforeAll(() => startAllWords('am'))
afterEach(cleanup)

async function typed(cost: string): Promise<{ field: HTMLInputElement; sent: PerkInput[] }> {
  const sent: PerkInput[] = []
  render(
    <PerkForm
      businessId={7}
      busy={false}
      during={(work) => work()}
      submitLabel="Ավելացնել"
      onSubmit={async (input) => void sent.push(input)}
    />,
  )
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Անվանումը', 'Գաթա')
  type('Նկարագրությունը', 'Տաք')
  type('Քանի միավոր արժե', cost)
  await act(async () => screen.getByRole('button').click())
  return { field: screen.getByLabelText('Քանի միավոր արժե'), sent }
}

it.each([
  ['12,5', 12.5],
  ['0,5', 0.5],
  [' 7 ', 7],
])('a cost typed as %j stays as typed and is sent as %d (R168)', async (cost, points) => {
  const { field, sent } = await typed(cost)
  // Browsers drop the comma in number fields, the test's document does not, so the field's type is checked.
  expect([field.type, field.value]).toEqual(['text', cost])
  expect(sent.map(({ pointsRequired }) => pointsRequired)).toEqual([points])
})

it.each([
  [' ', 'Լրացրեք այս դաշտը'],
  ['1e5', '0,5'],
  ['12,55', '0,5'],
])('a cost typed as %j is refused with a message and not sent (R168)', async (cost, words) => {
  const { field, sent } = await typed(cost)
  expect(screen.getByRole('alert').textContent).toContain(words)
  expect([field.value, sent]).toEqual([cost, []])
})

it.each([
  ['6.5', '6,5'],
  ['1000.0', '1000'],
  ['1234.5', '1234,5'],
])('a cost of %s shows for editing as people type it, and is sent unchanged', async (pointsRequired, shown) => {
  const sent: PerkInput[] = []
  const perk = { id: 1, name: 'Գաթա', description: 'Տաք', pointsRequired } as Perk
  render(
    <PerkForm
      businessId={7}
      perk={perk}
      busy={false}
      during={(work) => work()}
      submitLabel="Պահպանել"
      onSubmit={async (input) => void sent.push(input)}
    />,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Քանի միավոր արժե').value).toBe(shown)
  await act(async () => screen.getByRole('button').click())
  expect(sent.map((input) => input.pointsRequired)).toEqual([Number(pointsRequired)])
})
