import { expect, it } from 'vitest'
import { addressAfterSignIn, signInFor } from './come-back.ts'

const after = (address: string): string | undefined =>
  addressAfterSignIn(new URLSearchParams(signInFor(address).split('?')[1]))

it('the sign-in page returns to the requested address, with its query', () => {
  for (const address of ['/billing', '/figures?from=2026-11-01&to=2026-11-27', '/statement/7'])
    expect(after(address)).toBe(address)
})

it('and never to another host, or to a script', () => {
  for (const address of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '',
  ])
    expect(after(address)).toBeUndefined()
})
