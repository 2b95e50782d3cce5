import { expect, it } from 'vitest'
import { csv } from './csv.ts'

const line = (...cells: (string | number | null)[]) => csv([cells]).replace(/^\ufeff|\r\n$/g, '')

it('text starts no formula in a spreadsheet; numbers stay numbers', () => {
  expect(line('=1+1', '+7', '-cmd', '@x', '\tx', 'a=b', -12.5, null)).toBe(`'=1+1,'+7,'-cmd,'@x,'\tx,a=b,-12.5,`)
})

it('nor after a semicolon or line break, which separate cells in locales with decimal commas', () => {
  expect(line('tea;=1+1;-2', 'a\t@x', 'b; c', 'd\n=1+1')).toBe(`tea;'=1+1;'-2,a\t'@x,b; c,"d\n'=1+1"`)
})

it('separators are quoted', () => {
  expect(line('a "b"', 'c,d', 'e\nf')).toBe('"a ""b""","c,d","e\nf"')
})
