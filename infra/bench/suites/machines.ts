/**
 * What a second API brings: one alone, two that take turns on every account, two behind a proxy that hashes the business,
 * and two that forward commands to their account's API. On one machine: the processor time of an award is what counts.
 */
import { eventsDatabase, onDatabase } from '../../local/servers/database.ts'
import type { Product } from '../arms/ours.ts'
import type { Bench, Run } from '../bench.ts'
import { MIXES, type Mix } from '../load/mix.ts'
import type { Hosts } from '../load/lane.ts'
import { randomFrom, shuffled } from '../load/random.ts'

export const LAYOUTS = {
  one: { apis: 1, forwarding: false, by: 'turn' },
  'two, in turn': { apis: 2, forwarding: false, by: 'turn' },
  'two, by business': { apis: 2, forwarding: false, by: 'business' },
  'two, forwarding': { apis: 2, forwarding: true, by: 'turn' },
} as const satisfies Record<string, { apis: number; forwarding: boolean; by: Hosts['by'] }>
export type Layout = keyof typeof LAYOUTS
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as Layout[]

export type MachinesRun = Run & { layout: Layout; mix: Mix; round: number }
/** With indexes, after the runs; `events` are those of accounts. */
export type Sizes = { events: number; tables: { name: string; rows: number; bytes: number }[] }
export type MachinesResult = { runs: MachinesRun[]; sizes: Sizes }

const IN_FLIGHT = 64
const WARM = { warmMs: 2_000, warmAnswers: 5_000 }
const SHORT_WARM = { warmMs: 1_000, warmAnswers: 1_000 }

export async function machinesSuite(bench: Bench): Promise<MachinesResult> {
  const { options, product } = bench
  const random = randomFrom(options.seed)
  const arm = bench.arm('ours-write')
  const mixes = MIXES.filter((mix) => !options.quick || mix === 'uniform')
  const runs: MachinesRun[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const layout of shuffled(LAYOUT_NAMES, random)) {
      const { apis, forwarding, by } = LAYOUTS[layout]
      const hosts = { all: await product.runApis(apis, { forwarding }), by }
      // As in a shop that is open: each API knows the accounts that come to it.
      for (const mix of mixes)
        await bench.prepare(arm, { mix, hosts, seed: 0, loop: { kind: 'every-account', inFlight: 32 } })
      for (const mix of shuffled(mixes, random)) {
        const run = await bench.measure(arm, () => ({
          mix,
          hosts,
          seed: options.seed * 1000 + round,
          loop: {
            kind: 'closed',
            inFlight: IN_FLIGHT,
            ...(options.quick ? SHORT_WARM : WARM),
            measureMs: options.secs * 1000,
          },
        }))
        runs.push({ ...run, layout, mix, round })
        bench.say(
          `  round ${round}  ${layout}  ${mix}: ${Math.round(run.perSecond)}/s${run.mistakes.length > 0 ? '  VOID' : ''}`,
        )
      }
    }
  }
  await product.restartApi()
  await arm.books()
  return { runs, sizes: await sizesOf(product) }
}

/** Tables with a thousand rows or more. */
async function sizesOf({ databaseUrl }: Product): Promise<Sizes> {
  const tables = [
    ...(await tablesOf(eventsDatabase(databaseUrl), `nspname = 'public'`)),
    ...(await tablesOf(databaseUrl, `(nspname ~ '^read_g' OR relname ~ '^ledger_(leaves|nodes)$')`)),
  ]
  const events = tables.find(({ name }) => name === 'movements')?.rows ?? 0
  return { events, tables: tables.filter(({ rows }) => rows >= 1_000) }
}

const tablesOf = (databaseUrl: string, where: string) =>
  onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ schema: string; name: string; bytes: string }>(
      `SELECT nspname AS schema, relname AS name, pg_total_relation_size(c.oid)::text AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'r' AND ${where} ORDER BY relname`,
    )
    const counted: Sizes['tables'] = []
    for (const { schema, name, bytes } of rows) {
      const count = await client.query<{ count: string }>(
        `SELECT count(*)::text AS count FROM ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`,
      )
      counted.push({ name, rows: Number(count.rows[0]?.count), bytes: Number(bytes) })
    }
    return counted
  })
