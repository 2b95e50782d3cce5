import { expect, it } from 'vitest'
import { plain, texts } from './columns.ts'

it('columns are written as PostgreSQL reads them; NUL becomes the replacement character', () => {
  expect(plain([1, 2n, true, 'a-b', null])).toBe('{1,2,true,a-b,NULL}')
  expect(texts(['a "b" \\c', null, '', 'x\0y'])).toBe('{"a \\"b\\" \\\\c",NULL,"","x\ufffdy"}')
})
