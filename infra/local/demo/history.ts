/** What happened at the demo businesses before anybody looked: the same every time, but for the clock it is counted from. */
import { DAY_MS } from '#contracts/units/time.ts'
import { PEOPLE } from './people.ts'

const HOUR_MS = 60 * 60 * 1000

/** One act of the demo. `at`: its place in the order of time. */
export type Step = { at: Date; take: () => Promise<unknown> }

export type DemoAward = { business: keyof typeof PEOPLE; buyerCode: string; amountAmd: number; at: Date; key: string }

/** Buyers without a name who make the tables look like a shop's: KH0001, KH0002, … */
export const CROWD_SIZE = 40
export const crowdCode = (index: number) => `KH${String(index + 1).padStart(4, '0')}`

/** Fifteen under the limit of 1,000: a visitor can award a little, see the warning and then meet the limit. */
export const BOOKS_AWARDS_THIS_MONTH = 985

/** A fixed sequence without meaning: the demo is the same on every machine. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Oldest first. `monthStart` is the first moment of this month in Yerevan: the bookshop's awards all fall behind it. */
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
