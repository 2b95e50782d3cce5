import { afterEach, expect, it } from 'vitest'
import { startLanguage } from './i18n.ts'

afterEach(() => {
  localStorage.clear()
  document.cookie = 'hatik-language=; path=/; max-age=0'
})

const chosen = (): (string | null | undefined)[] => [
  localStorage.getItem('hatik.language'),
  /hatik-language=(\w+)/.exec(document.cookie)?.[1],
]

it.each([
  ['en', 'am', 'am'],
  ['am', 'en', 'en'],
  ['en', '', 'en'],
  [null, 'en', 'en'],
])('a storage with %s and a cookie with %s both end as %s', (stored, cookie, agreed) => {
  if (stored !== null) localStorage.setItem('hatik.language', stored)
  if (cookie !== '') document.cookie = `hatik-language=${cookie}; path=/`
  expect(startLanguage()).toBe(agreed)
  expect(chosen()).toEqual([agreed, agreed])
})

it('without a choice, nothing is stored', () => {
  expect(startLanguage()).toBe('am')
  expect(chosen()).toEqual([null, undefined])
})
