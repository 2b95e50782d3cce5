import { expect, it } from 'vitest'
import { cellsIn, filesIn } from '../../infra/quality/read-workbook.ts'
import { workbook, type Workbook } from './workbook.ts'

const book: Workbook = {
  sheet: 'Միավորներ',
  about: ['«Կոֆե <Տուն> & "x"»\u0001\uD800'],
  columns: [
    { heading: 'Օր', kind: 'day', width: 12 },
    { heading: 'Անվանում', kind: 'text', width: 20 },
    { heading: 'Գումար', kind: 'whole', width: 12 },
    { heading: 'Միավոր', kind: 'tenths', width: 12 },
  ],
  rows: [['2026-11-26', '=1+1', 1_234_567, -125], ['1900-03-01', null, 0, 3]],
  totals: [['Ընդամենը', null, 1_234_567, -122]],
}
const sheetOf = (of: Workbook) => filesIn(workbook(of)).get('xl/worksheets/sheet1.xml') ?? ''

it('a number is a number and a day is a day, counted from 30 December 1899; a text that begins like a formula is a text', () => {
  const cells = Object.entries(cellsIn(workbook(book))).map(([at, { value, style }]) => [at, [style, value]])
  expect(Object.fromEntries(cells)).toEqual({
    A1: [0, '«Կոֆե <Տուն> & "x"»\uFFFD'],
    A3: [4, 'Օր'], B3: [4, 'Անվանում'], C3: [4, 'Գումար'], D3: [4, 'Միավոր'],
    A4: [1, 46_352], B4: [0, '=1+1'], C4: [2, 1_234_567], D4: [3, -12.5],
    A5: [1, 61], C5: [2, 0], D5: [3, 0.3],
    A6: [4, 'Ընդամենը'], C6: [6, 1_234_567], D6: [7, -12.2],
  })
  expect(sheetOf(book)).not.toContain('<f>')
})

it('every part that another names is there, and the headings stay in sight', () => {
  const files = filesIn(workbook(book))
  expect([...files.keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml'])
  for (const [, part] of files.get('[Content_Types].xml')!.matchAll(/PartName="\/([^"]+)"/g)) expect(files.has(part!)).toBe(true)
  expect(sheetOf(book)).toContain('<pane ySplit="3" topLeftCell="A4"')
  expect(sheetOf({ ...book, about: [] })).toContain('<pane ySplit="1" topLeftCell="A2"')
})

it('the same table is the same bytes', () => {
  expect(workbook(book)).toEqual(workbook(book))
})
