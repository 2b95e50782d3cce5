import { expect, it } from 'vitest'
import * as contract from '#contracts/rights/till-calls.ts'
import { TILL_UNLOCK } from './till-unlock.ts'

it('the header of an award made at a till is called as in the contract', () => {
  expect(TILL_UNLOCK).toBe(contract.TILL_UNLOCK)
})
