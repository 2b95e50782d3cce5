import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useNewCodes } from './use-new-codes.ts'

it('a code held before the open camera counts once, and again after it was away', () => {
  const codes: string[] = []
  const { result } = renderHook(() => useNewCodes((code) => codes.push(code)))
  const sees = (text: string, atMs: number): void => result.current(text, atMs)
  for (const atMs of [5_000, 5_100, 6_900, 8_800]) sees('KH0001', atMs)
  sees('KH0002', 8_900)
  sees('KH0001', 9_000)
  sees('KH0001', 20_000)
  expect(codes).toEqual(['KH0001', 'KH0002', 'KH0001', 'KH0001'])
})
