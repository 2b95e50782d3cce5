/** The performance goals P1 to P16, with the values of a run. */
import type { AwardCell } from '../suites/award.ts'
import { FELT_GOALS } from './felt.ts'
import type { Goal } from './goal.ts'
import { ratioOf, rateOf, validRuns, type Results } from './results.ts'

const hot: AwardCell = { mix: 'hot', inFlight: 64, flush: 'native' }
const hotSlow: AwardCell = { mix: 'hot', inFlight: 64, flush: '1ms' }
const uniform: AwardCell = { mix: 'uniform', inFlight: 64, flush: 'native' }
const oneAccount: AwardCell = { mix: 'one-account', inFlight: 64, flush: 'native' }

const NO_EMMETT = 'Emmett is not a dependency, because its package has no licence'
const nothing = () => undefined

const latencyAt = (results: Results, rate: number) =>
  results.latency?.find(
    (run) => run.arm === 'ours' && run.rate === rate && run.mistakes.length === 0 && !run.load.unsent,
  )?.load

const growthRatio = (results: Results, of: 'coldMs' | 'warmMs') => {
  if ((results.growth?.mistakes.length ?? 0) > 0) return undefined
  const at = (events: number) => results.growth?.points.find((point) => point.events === events)?.[of]
  const [small, large] = [at(10), at(10_000)]
  return small === undefined || large === undefined ? undefined : large / small
}

const appendsToLongLog = ({ logSize }: Results) => (logSize?.mistakes.length === 0 ? logSize.ratio?.median : undefined)

/** Lag p99 at full load, if every award was seen. */
const lagAtFullLoad = (results: Results) => {
  const lags = validRuns(results.award, 'ours', hot).flatMap(({ load }) =>
    load.unseen === 0 && load.lagMs ? [load.lagMs.p99] : [],
  )
  return lags.length === 0 ? undefined : Math.max(...lags)
}

const higher = { better: 'higher', unit: '×' } as const
const ms = { better: 'lower', unit: 'ms' } as const
const perSecond = { better: 'higher', unit: '/s' } as const

export const GOALS: readonly Goal[] = [
  {
    ...higher,
    id: 'P1',
    what: 'hot business, 64 in flight ÷ CRUD function',
    must: 3.5,
    stretch: 5,
    prototype: 2.7,
    value: (r) => ratioOf(r, ['ours', hot], ['crud-fn', hot])?.median,
  },
  {
    ...higher,
    id: 'P1',
    what: 'hot business, 64 in flight ÷ CRUD interactive',
    must: 7,
    stretch: 10,
    prototype: 5.7,
    value: (r) => ratioOf(r, ['ours', hot], ['crud', hot])?.median,
  },
  {
    ...higher,
    id: 'P1′',
    what: 'the same, write path without the worker ÷ CRUD function',
    must: 3.5,
    stretch: 5,
    prototype: 2.7,
    value: (r) => ratioOf(r, ['ours-write', hot], ['crud-fn', hot])?.median,
  },
  {
    ...higher,
    id: 'P1′',
    what: 'the same, write path without the worker ÷ CRUD interactive',
    must: 7,
    stretch: 10,
    prototype: 5.7,
    value: (r) => ratioOf(r, ['ours-write', hot], ['crud', hot])?.median,
  },
  {
    ...higher,
    id: 'P1',
    what: 'the same ÷ CRUD function that keeps as much',
    must: 5,
    stretch: undefined,
    prototype: undefined,
    value: (r) => ratioOf(r, ['ours', hot], ['crud-full', hot])?.median,
  },
  {
    ...higher,
    id: 'P1',
    what: 'hot business ÷ Emmett, inline projection',
    must: 12,
    stretch: 18,
    prototype: 10,
    value: nothing,
    unmeasured: NO_EMMETT,
  },
  {
    ...higher,
    id: 'P1',
    what: 'hot business ÷ Emmett, append only',
    must: 4.5,
    stretch: 6.5,
    prototype: 3.3,
    value: nothing,
    unmeasured: NO_EMMETT,
  },
  {
    ...higher,
    id: 'P2',
    what: 'the same with a 1 ms flush ÷ CRUD function',
    must: 14,
    stretch: 22,
    prototype: 12,
    value: (r) => ratioOf(r, ['ours', hotSlow], ['crud-fn', hotSlow])?.median,
  },
  {
    ...higher,
    id: 'P2',
    what: 'the same with a 1 ms flush ÷ CRUD interactive',
    must: 17,
    stretch: 28,
    prototype: 15,
    value: (r) => ratioOf(r, ['ours', hotSlow], ['crud', hotSlow])?.median,
  },
  {
    ...higher,
    id: 'P2′',
    what: 'the same, write path without the worker ÷ CRUD function',
    must: 14,
    stretch: 22,
    prototype: 12,
    value: (r) => ratioOf(r, ['ours-write', hotSlow], ['crud-fn', hotSlow])?.median,
  },
  {
    ...higher,
    id: 'P2′',
    what: 'the same, write path without the worker ÷ CRUD interactive',
    must: 17,
    stretch: 28,
    prototype: 15,
    value: (r) => ratioOf(r, ['ours-write', hotSlow], ['crud', hotSlow])?.median,
  },
  {
    ...higher,
    id: 'P3',
    what: 'uniform ÷ CRUD function',
    must: 1.3,
    stretch: 1.8,
    prototype: 1.1,
    value: (r) => ratioOf(r, ['ours', uniform], ['crud-fn', uniform])?.median,
  },
  {
    ...higher,
    id: 'P3',
    what: 'uniform ÷ CRUD interactive',
    must: 3.3,
    stretch: 4.5,
    prototype: 2.5,
    value: (r) => ratioOf(r, ['ours', uniform], ['crud', uniform])?.median,
  },
  {
    ...higher,
    id: 'P3',
    what: 'uniform ÷ CRUD function that keeps as much',
    must: 2,
    stretch: undefined,
    prototype: undefined,
    value: (r) => ratioOf(r, ['ours', uniform], ['crud-full', uniform])?.median,
  },
  {
    ...higher,
    id: 'P3′',
    what: 'uniform, write path without the worker ÷ CRUD function',
    must: 1.3,
    stretch: 1.8,
    prototype: 1.1,
    value: (r) => ratioOf(r, ['ours-write', uniform], ['crud-fn', uniform])?.median,
  },
  {
    ...higher,
    id: 'P4',
    what: 'hot ÷ uniform of our own path',
    must: 0.95,
    stretch: 1,
    prototype: 0.95,
    value: (r) => ratioOf(r, ['ours', hot], ['ours', uniform])?.median,
  },
  {
    ...higher,
    id: 'P5',
    what: 'one single account ÷ our uniform rate',
    must: 1,
    stretch: undefined,
    prototype: undefined,
    value: (r) => ratioOf(r, ['ours', oneAccount], ['ours', uniform])?.median,
  },
  {
    ...perSecond,
    id: 'P6',
    what: 'awards with projections live, hot, 64 in flight',
    must: 7_000,
    stretch: 11_000,
    prototype: 4_000,
    value: (r) => rateOf(r, 'ours', hot)?.median,
  },
  {
    ...ms,
    id: 'P6',
    what: 'projection lag p99 at that rate',
    must: 100,
    stretch: 100,
    prototype: 10,
    value: lagAtFullLoad,
  },
  {
    ...ms,
    id: 'P7',
    what: 'latency at 1,000 awards/s, p50',
    must: 2,
    stretch: 1.2,
    prototype: 2.3,
    value: (r) => latencyAt(r, 1_000)?.latencyMs.p50,
  },
  {
    ...ms,
    id: 'P7',
    what: 'latency at 1,000 awards/s, p99',
    must: 8,
    stretch: 5,
    prototype: 18,
    value: (r) => latencyAt(r, 1_000)?.latencyMs.p99,
  },
  {
    ...ms,
    id: 'P7',
    what: 'latency at 1,000 awards/s, p99.9',
    must: 30,
    stretch: 15,
    prototype: undefined,
    value: (r) => latencyAt(r, 1_000)?.latencyMs.p999,
  },
  {
    ...ms,
    id: 'P8',
    what: 'latency at 4,000 awards/s, p99',
    must: 25,
    stretch: 10,
    prototype: 40,
    value: (r) => latencyAt(r, 4_000)?.latencyMs.p99,
  },
  {
    ...ms,
    id: 'P9',
    what: 'projection lag at 1,000 awards/s, p50',
    must: 2,
    stretch: 1,
    prototype: 1.8,
    value: (r) => latencyAt(r, 1_000)?.lagMs?.p50,
  },
  {
    ...ms,
    id: 'P9',
    what: 'projection lag at 1,000 awards/s, p99',
    must: 8,
    stretch: 4,
    prototype: 8,
    value: (r) => latencyAt(r, 1_000)?.lagMs?.p99,
  },
  {
    ...ms,
    id: 'P9',
    what: 'projection lag at 4,000 awards/s, p50',
    must: 3,
    stretch: 2,
    prototype: 2.6,
    value: (r) => latencyAt(r, 4_000)?.lagMs?.p50,
  },
  {
    ...ms,
    id: 'P9',
    what: 'projection lag at 4,000 awards/s, p99',
    must: 15,
    stretch: 8,
    prototype: 9,
    value: (r) => latencyAt(r, 4_000)?.lagMs?.p99,
  },
  {
    ...ms,
    id: 'P10',
    what: 'read your own write at 1,000 awards/s, p99',
    must: 12,
    stretch: 6,
    prototype: undefined,
    value: (r) => latencyAt(r, 1_000)?.readMs?.p99,
  },
  {
    ...perSecond,
    id: 'P11',
    what: 'catch-up through the client, events',
    must: 50_000,
    stretch: 65_000,
    prototype: 40_000,
    value: (r) => rebuilt(r)?.perSecond.median,
  },
  {
    ...higher,
    id: 'P12',
    what: 'catch-up ÷ one transaction per event',
    must: 25,
    stretch: 35,
    prototype: 21,
    value: (r) => ratio(rebuilt(r)?.perSecond.median, rebuilt(r)?.perEventPerSecond),
  },
  {
    ...perSecond,
    id: 'P13',
    what: 'SQL-only apply rate, batch 5,000, events',
    must: 120_000,
    stretch: 200_000,
    prototype: 122_000,
    value: (r) => rebuilt(r)?.sqlOnlyPerSecond.median,
  },
  {
    ...higher,
    id: 'P14',
    what: 'append rate at 10 M events ÷ at 0.1 M',
    must: 0.85,
    stretch: 0.95,
    prototype: 0.85,
    value: appendsToLongLog,
    unmeasured: 'only by `--suite log-size`, which lays down a log of 10 M events first',
  },
  {
    better: 'lower',
    unit: '×',
    id: 'P15',
    what: 'award on a 10,000-event account ÷ 10-event account, warm',
    must: 1.1,
    stretch: 1,
    prototype: 1,
    value: (r) => growthRatio(r, 'warmMs'),
  },
  {
    better: 'lower',
    unit: '×',
    id: 'P15',
    what: 'award on a 10,000-event account ÷ 10-event account, cold',
    must: 3,
    stretch: 1.5,
    prototype: 197,
    value: (r) => growthRatio(r, 'coldMs'),
  },
  ...FELT_GOALS,
]

/** A rebuild with differences has no speed. */
const rebuilt = ({ catchUp }: Results) => (catchUp && catchUp.different.length === 0 ? catchUp : undefined)

function ratio(over: number | undefined, under: number | undefined): number | undefined {
  return over === undefined || !under ? undefined : over / under
}
