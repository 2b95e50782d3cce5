import { expect, it } from 'vitest'
import { History } from '#projections/testing/history.ts'
import { canonicalEvent } from './canonical-event.ts'
import { leafHash } from '#contracts/verify/merkle.ts'
import { leavesOf } from './leaves.ts'

const SEAL = Buffer.alloc(32, 7)

function someEvents(count: number) {
  const history = new History()
  for (let turn = 0; turn < count; turn += 1) history.award({ businessId: 1, buyerId: 2 + (turn % 7) }, 1_000 + turn)
  return history.events
}

it.each([0, 1, 25, 26, 250])('makes a leaf for each of %i events, in order', async (count) => {
  const events = someEvents(count)
  expect(await leavesOf(events, SEAL)).toEqual(
    events.map((event) => ({ position: String(event.position), hash: leafHash(canonicalEvent(event, SEAL)) })),
  )
})

it("yields to the process's other work, such as the projections, after every few events", async () => {
  let turns = 0
  let over = false
  const others = (): void => {
    turns += 1
    if (!over) setImmediate(others)
  }
  setImmediate(others)
  await leavesOf(someEvents(250), SEAL)
  over = true
  expect(turns).toBeGreaterThanOrEqual(9)
})
