import { expect, it } from 'vitest'
import { NEXT_CURSOR } from '#contracts/calls/figures.ts'
import { CONSISTENCY_STALE, CONSISTENCY_TOKEN, IDEMPOTENCY_KEY } from '#contracts/units/ids.ts'
import * as ours from './headers.ts'

it('the headers are called as in the contract', () => {
  expect({ ...ours }).toEqual({ CONSISTENCY_STALE, CONSISTENCY_TOKEN, IDEMPOTENCY_KEY, NEXT_CURSOR })
})
