import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SecurityEntry } from '#contracts/calls/staff/security.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SecurityList } from './security-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-20T10:00:00Z'
const entry = (id: string, more: Partial<SecurityEntry>): SecurityEntry => ({
  id,
  what: 'sign_in',
  result: 'ok',
  userId: 7,
  role: 'buyer',
  times: 1,
  firstAt: at,
  lastAt: at,
  ...more,
})

it.each([
  [
    'en',
    ['Access refused', 'forbidden', 'Buyer no. 7', 'Role granted', 'Administrator no. 3', 'Unknown', '9 times within'],
  ],
  ['am', ['Մերժված գործողություն', 'forbidden', 'Գնորդ N 7', 'Դեր է տրվել', 'Ադմինիստրատոր N 3', 'Անհայտ', '9 անգամ']],
] as const)('names each action and its result, and people by number (%s)', async (language, words) => {
  await startAllWords(language)
  const entries = [
    entry('4', { what: 'refused', result: 'forbidden' }),
    entry('3', { what: 'role_given', result: 'admin', userId: 3, role: 'admin' }),
    entry('2', { result: 'invalid_credentials', userId: null, role: null, times: 9 }),
    entry('1', {}),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ entries, next: null }))
  render(
    <ReadProvider userId={language === 'am' ? 84 : 85}>
      <SecurityList />
    </ReadProvider>,
  )
  const list = await screen.findByTestId('security')
  for (const word of words) expect(list.textContent).toContain(word)
  expect(list.children).toHaveLength(4)
})
