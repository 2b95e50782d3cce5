import { expect, it } from 'vitest'
import { languageOf } from './language-of.ts'

it.each([
  ['Թարմ բոված սուրճ և տնական թխվածք Գյումրու սրտում։', 'hy'],
  ['Кофе и выпечка', 'ru'],
  ['Fresh coffee and cakes', 'en'],
  ['Գավաթ սուրճ XL', 'hy'],
  ['Espresso Yerevan (Երևան)', 'en'],
  ['2 + 1', undefined],
  ['', undefined],
])('%j has the language %s', (text, tag) => {
  expect(languageOf(text)).toBe(tag)
})
