import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLast } from './use-last.ts'

it('keeps the last value while there is none, and takes the next one in the same render', () => {
  const seen: (string | undefined)[] = []
  const { rerender } = renderHook(({ value }: { value: string | undefined }) => void seen.push(useLast(value)), {
    initialProps: { value: undefined as string | undefined },
  })
  for (const value of ['coffee', undefined, 'cake']) rerender({ value })
  expect([...new Set(seen)]).toEqual([undefined, 'coffee', 'cake'])
})
