import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ATTENTION, type AttentionSettings } from '#contracts/calls/attention.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { History, uuidOf } from '../testing/history.ts'
import { shown } from '../testing/shown.ts'
import { dayRemarks } from './day-remarks.ts'
import { mailedRemarks } from './mailed-remarks.ts'
import { REMARKS_MAX } from './queries.ts'

const { pool } = await testDatabase()

const CAFE = 11
const buyer = (buyerId: number) => ({ businessId: CAFE, buyerId })
const mane = buyer(101)
const ani = { staffId: uuidOf('Ani'), tillId: uuidOf('left') }
const vahe = { staffId: uuidOf('Vahe'), tillId: uuidOf('right') }
const DAY = '2026-03-02'
/** In Yerevan. */
const at = (time: string, day = DAY) => ({ at: new Date(`${day}T${time}:00.000+04:00`) })

const remarks = (settings: Partial<AttentionSettings> = {}, day = DAY) =>
  dayRemarks(pool, CAFE, day, { ...DEFAULT_ATTENTION, ...settings })

/** `purchases` of 1,000 AMD in the weeks before the day, each of another buyer. */
function usualShop(purchases = 20): History {
  const history = new History()
  for (let each = 0; each < purchases; each += 1)
    history.award(buyer(500 + each), 1_000, at('12:00', `2026-02-${10 + (each % 10)}`))
  return history
}

describe('large awards', () => {
  it('an award of exactly so many times the average purchase is one, and 1 AMD less is none', async () => {
    const history = usualShop()
    history.award(mane, 9_999, { ...at('10:00'), place: ani })
    const large = history.award(buyer(102), 10_000, { ...at('11:00'), place: vahe })
    await shown(pool, history.events, 7)
    const found = await remarks({ largeTimes: 10 })
    expect(found.usualAmd).toBe(1_000)
    expect(found.large).toEqual([
      {
        at: at('11:00').at,
        ...vahe,
        awardId: large,
        buyerId: 102,
        amountAmd: 10_000,
        isCorrection: false,
        isUndone: false,
      },
    ])
    expect((await remarks({ largeTimes: 11 })).large).toEqual([])
    expect((await remarks({ largeTimes: 9 })).large.map(({ amountAmd }) => amountAmd)).toEqual([10_000, 9_999])
  })

  it('with too few purchases in the 30 days before, nothing is usual and nothing large', async () => {
    const history = usualShop(19)
    // A day too old, and the day itself.
    history.award(buyer(900), 1_000, at('12:00', '2026-01-30'))
    history.award(mane, 900_000, at('10:00'))
    await shown(pool, history.events)
    expect(await remarks()).toMatchObject({ usualAmd: null, large: [] })
    history.award(buyer(901), 1_000, at('12:00', '2026-01-31'))
    await shown(pool, history.events)
    expect(await remarks()).toMatchObject({ usualAmd: 1_000, large: [{ amountAmd: 900_000 }] })
  })

  it('a corrected amount counts as it is now, and a void takes its purchase out of the average', async () => {
    const history = usualShop()
    const wrong = history.award(buyer(700), 500_000, at('13:00', '2026-02-20'))
    history.correct(buyer(700), wrong, 1_000, at('13:05', '2026-02-20'))
    history.void(buyer(701), history.award(buyer(701), 900_000, at('14:00', '2026-02-20')), at('14:01', '2026-02-21'))
    const raised = history.award(mane, 1_000, at('10:00'))
    history.correct(mane, raised, 20_000, at('10:01'))
    history.void(buyer(102), history.award(buyer(102), 30_000, at('11:00')), at('11:01'))
    for (const batchEvents of [1, 3, 100]) {
      await shown(pool, history.events, batchEvents)
      const found = await remarks()
      expect(found.usualAmd).toBe(1_000)
      expect(found.large).toMatchObject([
        { amountAmd: 30_000, isCorrection: false, isUndone: true },
        { awardId: raised, amountAmd: 20_000, isCorrection: true, isUndone: false },
      ])
    }
  })

  it('lists at most a page of them, and says that there are more', async () => {
    const history = usualShop()
    for (let each = 0; each <= REMARKS_MAX; each += 1) history.award(buyer(1_000 + each), 50_000, at('10:00'))
    await shown(pool, history.events)
    const found = await remarks()
    expect([found.large.length, found.hasMore]).toEqual([REMARKS_MAX, true])
  })
})

describe('many awards to one buyer', () => {
  it('counts those within the span, its first minute included, and shows the fullest span once', async () => {
    const history = new History()
    for (const time of ['10:00', '10:20', '10:40', '11:00', '11:01', '18:00'])
      history.award(mane, 500, { ...at(time), place: ani })
    for (const time of ['10:00', '10:30', '11:01']) history.award(buyer(102), 500, at(time))
    await shown(pool, history.events, 2)
    expect((await remarks({ manyAwards: 4, manyMinutes: 60 })).many).toEqual([
      { at: at('11:01').at, from: at('10:20').at, ...ani, buyerId: 101, awards: 4, amountAmd: 2_000 },
    ])
    expect((await remarks({ manyAwards: 5, manyMinutes: 60 })).many).toEqual([])
    expect((await remarks({ manyAwards: 5, manyMinutes: 61 })).many).toMatchObject([{ awards: 5 }])
    expect((await remarks({ manyAwards: 3, manyMinutes: 61 })).many.map(({ buyerId }) => buyerId)).toEqual([102, 101])
  })

  it('goes by when they happened: what was awarded offline over the day and sent at once is not many', async () => {
    const history = new History()
    for (const time of ['09:00', '12:00', '15:00', '18:00'])
      history.award(mane, 500, { ...at('19:00'), happenedAt: at(time).at })
    await shown(pool, history.events)
    expect((await remarks({ manyAwards: 2 })).many).toEqual([])
  })
})

describe('undoing', () => {
  /** As many voids of Ani's, with a correction and an undone use among them, and Vahe's. */
  function undone(ofAni: number, ofVahe: number): History {
    const history = new History()
    const awards = Array.from(
      { length: 12 },
      (_, each) =>
        [
          buyer(200 + each),
          history.award(buyer(200 + each), 1_000, { ...at('10:00'), place: each % 2 === 0 ? ani : vahe }),
        ] as const,
    )
    const perk = history.redeem(buyer(211), 20)
    history.use(buyer(211), perk, { ...at('10:30'), place: ani })
    history.reopen(buyer(211), perk, { ...at('10:40'), place: ani })
    history.correct(awards[0]![0], awards[0]![1], 900, { ...at('10:50'), place: ani })
    awards.slice(1, ofAni - 1).forEach(([who, award]) => history.void(who, award, { ...at('11:00'), place: ani }))
    awards.slice(7, 7 + ofVahe).forEach(([who, award]) => history.void(who, award, { ...at('12:00'), place: vahe }))
    return history
  }

  it('is a remark at the shop’s number, if the person has twice the others’ mean', async () => {
    await shown(pool, undone(4, 2).events, 5)
    expect((await remarks({ undos: 4 })).undos).toEqual([
      { at: at('11:00').at, ...ani, voids: 2, corrections: 1, undoneUses: 1, othersMean: 2 },
    ])
    expect((await remarks({ undos: 5 })).undos).toEqual([])
    await shown(pool, undone(5, 3).events, 5)
    expect((await remarks({ undos: 4 })).undos).toEqual([])
  })

  it('without others at work, the number alone decides; acts of a shop without people count as one person’s', async () => {
    const history = new History()
    for (const buyerId of [1, 2, 3]) {
      const award = history.award(buyer(buyerId), 1_000, at('10:00'))
      history.void(buyer(buyerId), award, at('10:01'))
    }
    await shown(pool, history.events)
    expect((await remarks({ undos: 3 })).undos).toMatchObject([{ staffId: null, voids: 3, othersMean: null }])
  })
})

describe('acts outside the opening hours', () => {
  const history = new History()
  beforeAll(async () => {
    history.award(mane, 5_000, { ...at('08:59'), place: ani })
    history.award(mane, 500, { ...at('09:00'), place: ani })
    history.use(mane, history.redeem(mane, 20), { ...at('21:59'), place: ani })
    history.award(mane, 500, { ...at('22:00'), place: ani })
    const perk = history.redeem(mane, 20)
    history.use(mane, perk, { ...at('23:10'), place: vahe })
    history.reopen(mane, perk, { ...at('23:20'), place: vahe })
  })

  it('are counted by person and till, from the closing minute to the one before the opening', async () => {
    await shown(pool, history.events, 3)
    expect((await remarks({ hours: { opens: '09:00', closes: '22:00' } })).outside).toEqual([
      { at: at('23:20').at, from: at('23:10').at, ...vahe, acts: 2 },
      { at: at('22:00').at, from: at('08:59').at, ...ani, acts: 2 },
    ])
    expect((await remarks({ hours: null })).outside).toEqual([])
  })

  it('hours may run past midnight', async () => {
    await shown(pool, history.events, 3)
    expect((await remarks({ hours: { opens: '22:00', closes: '09:00' } })).outside).toMatchObject([
      { at: at('21:59').at, from: at('09:00').at, acts: 2 },
    ])
  })

  it('an award made offline counts when it happened', async () => {
    const late = new History()
    late.award(mane, 500, { ...at('07:00'), happenedAt: at('20:00', '2026-03-01').at })
    await shown(pool, late.events)
    expect((await remarks({ hours: { opens: '09:00', closes: '22:00' } })).outside).toEqual([])
  })
})

it('acts of other days and other businesses are left out, also where they lie between in the log', async () => {
  const history = new History()
  for (const each of [1, 2, 3, 4, 5]) {
    history.award(mane, 500, at(`10:0${each}`))
    history.award({ businessId: 12, buyerId: 101 }, 500, at(`10:0${each}`))
    history.award(mane, 500, at(`10:0${each}`, '2026-03-03'))
  }
  for (const batchEvents of [1, 4, 40]) {
    await shown(pool, history.events, batchEvents)
    expect((await remarks()).many).toMatchObject([{ awards: 5 }])
    expect((await remarks({}, '2026-03-04')).many).toEqual([])
  }
})

it('for its mail a day has numbers only, and nothing without remarks', async () => {
  const history = new History()
  for (const time of ['10:00', '10:20', '10:40', '11:00']) history.award(mane, 500, at(time))
  await shown(pool, history.events)
  expect(await mailedRemarks(pool, CAFE, DAY, DEFAULT_ATTENTION)).toEqual({ large: 0, many: 1, undos: 0, outside: 0 })
  expect(await mailedRemarks(pool, CAFE, '2026-03-03', DEFAULT_ATTENTION)).toBeUndefined()
})
