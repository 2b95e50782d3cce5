/** The demo's history, deterministic relative to now. */
import { DAY_MS } from '#contracts/units/time.ts'
import { PEOPLE } from './people.ts'

const HOUR_MS = 60 * 60 * 1000

export type Step = { at: Date; take: () => Promise<unknown> }

export type DemoAward = { business: keyof typeof PEOPLE; buyerCode: string; amountAmd: number; at: Date; key: string }

/** Anonymous buyers KH0001, KH0002, … that fill the tables. */
export const CROWD_SIZE = 40
export const crowdCode = (index: number) => `KH${String(index + 1).padStart(4, '0')}`

/** Fifteen below the limit of 1,000, so that visitors meet the warning and then the limit. */
export const BOOKS_AWARDS_THIS_MONTH = 985

/** A fixed pseudo-random sequence, so that the demo is the same everywhere. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Oldest first. `monthStart`: start of this month in Yerevan, after which all of the bookshop's awards fall. */
export function demoAwards(now: Date, monthStart: Date): DemoAward[] {
  const next = sequence(20_25)
  const amountUpTo = (most: number) => 500 + Math.floor(next() * (most - 500))
  const awards: DemoAward[] = []
  const add = (business: DemoAward['business'], buyerCode: string, amountAmd: number, at: Date) =>
    awards.push({ business, buyerCode, amountAmd, at, key: `demo.1.award.${awards.length}` })

  for (let day = 58; day >= 2; day -= 4) {
    add('cafe', PEOPLE.ani.buyerCode, amountUpTo(6_000), new Date(now.getTime() - day * DAY_MS - 3 * HOUR_MS))
    if (day % 8 === 2)
      add('cafe', PEOPLE.davit.buyerCode, amountUpTo(9_000), new Date(now.getTime() - day * DAY_MS - 5 * HOUR_MS))
  }
  for (let index = 0; index < 160; index += 1) {
    const ago = Math.floor(next() * 55 * DAY_MS) + DAY_MS
    add('cafe', crowdCode(Math.floor(next() * CROWD_SIZE)), amountUpTo(12_000), new Date(now.getTime() - ago))
  }
  const monthMs = Math.max(now.getTime() - monthStart.getTime() - HOUR_MS, 1_000)
  for (let index = 0; index < BOOKS_AWARDS_THIS_MONTH; index += 1) {
    const buyerCode =
      index === 100
        ? PEOPLE.ani.buyerCode
        : index % 300 === 200
          ? PEOPLE.davit.buyerCode
          : crowdCode(index % CROWD_SIZE)
    add(
      'books',
      buyerCode,
      amountUpTo(15_000),
      new Date(monthStart.getTime() + Math.floor((monthMs * index) / BOOKS_AWARDS_THIS_MONTH)),
    )
  }
  return awards.sort((a, b) => a.at.getTime() - b.at.getTime())
}
