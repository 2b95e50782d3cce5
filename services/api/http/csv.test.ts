import { expect, it } from 'vitest'
import { csv } from './csv.ts'

const line = (...cells: (string | number | null)[]) => csv([cells]).replace(/^\ufeff|\r\n$/g, '')

it('a text begins no formula in a spreadsheet, and numbers are numbers', () => {
  expect(line('=1+1', '+7', '-cmd', '@x', '\tx', 'a=b', -12.5, null)).toBe(`'=1+1,'+7,'-cmd,'@x,'\tx,a=b,-12.5,`)
})

it('nor does what stands behind a semicolon, or in a line of its own: they separate cells where the comma stands in numbers', () => {
  expect(line('tea;=1+1;-2', 'a\t@x', 'b; c', 'd\n=1+1')).toBe(`tea;'=1+1;'-2,a\t'@x,b; c,"d\n'=1+1"`)
})

it('what would separate columns or lines is quoted', () => {
  expect(line('a "b"', 'c,d', 'e\nf')).toBe('"a ""b""","c,d","e\nf"')
})
