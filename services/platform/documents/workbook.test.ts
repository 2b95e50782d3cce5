import { expect, it } from 'vitest'
import { rowsIn } from '../../../infra/testing/read-workbook.ts'
import { workbook, type Workbook } from './workbook.ts'

const book: Workbook = {
  sheet: 'Միավորներ',
  about: ['«Կոֆե <Տուն> & "x"»\u0001'],
  columns: [
    { heading: 'Օր', kind: 'day', width: 12 },
    { heading: 'Անվանում', kind: 'text', width: 20 },
    { heading: 'Գումար', kind: 'whole', width: 12 },
    { heading: 'Միավոր', kind: 'tenths', width: 12 },
  ],
  rows: [
    ['2026-11-26', '=1+1', 1_234_567, -125],
    ['1900-03-01', null, 0, 3],
  ],
  totals: [['Ընդամենը', null, 1_234_567, -122]],
}

it('keeps numbers and dates typed, and a text that begins like a formula a text', async () => {
  expect(await rowsIn(await workbook(book))).toEqual([
    ['«Կոֆե <Տուն> & "x"»'],
    [],
    ['Օր', 'Անվանում', 'Գումար', 'Միավոր'],
    ['2026-11-26', '=1+1', 1_234_567, -12.5],
    ['1900-03-01', null, 0, 0.3],
    ['Ընդամենը', null, 1_234_567, -12.2],
  ])
})

it('shows tenths also in a column of whole numbers', async () => {
  const mixed: Workbook = { ...book, rows: [['2026-11-26', null, { tenths: 125 }, null]], totals: [] }
  expect((await rowsIn(await workbook(mixed))).at(-1)).toEqual(['2026-11-26', null, 12.5])
})

it('starts with the headings if there are no lines above them', async () => {
  expect((await rowsIn(await workbook({ ...book, about: [] })))[0]).toEqual(['Օր', 'Անվանում', 'Գումար', 'Միավոր'])
})
