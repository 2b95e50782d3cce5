import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnSignIn } from '#contracts/calls/staff/security.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { SignInList } from './sign-in-list.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-20T10:00:00Z'
const one = (what: OwnSignIn['what'], result: string, device = '', times = 1): OwnSignIn => ({
  what,
  result,
  device,
  times,
  at,
})

it.each([
  [
    'en',
    [
      'Too many attempts',
      'Wrong password',
      '10 times within an hour',
      'Chrome · Windows',
      'Unknown device',
      'With a passkey',
    ],
  ],
  [
    'am',
    [
      'Չափազանց շատ փորձեր',
      'Սխալ գաղտնաբառ',
      'Մեկ ժամում՝ 10 անգամ',
      'Chrome · Windows',
      'Անհայտ սարք',
      'Մուտքի բանալիով',
    ],
  ],
] as const)("shows who signed in, who tried and how often, in the reader's language (%s)", async (language, words) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', async () =>
    Response.json([
      one('lock_out', 'sign_in_rate_limited'),
      one('sign_in', 'invalid_credentials', '', 10),
      one('sign_in', 'ok', 'Chrome · Windows'),
      one('sign_in', 'verified'),
      one('passkey_sign_in', 'ok', 'Safari · iOS'),
    ]),
  )
  render(
    <ReadProvider userId={language === 'am' ? 82 : 83}>
      <SignInList />
    </ReadProvider>,
  )
  const list = await screen.findByRole('list')
  for (const word of words) expect(list.textContent).toContain(word)
  expect(list.children).toHaveLength(5)
})
