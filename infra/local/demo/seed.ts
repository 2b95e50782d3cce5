/**
 * Seeds the demo: accounts as rows, history as events through the API's command handler. Keys are fixed, so an
 * interrupted seed can be repeated.
 */
import { DAY_MS, yerevanMonth } from '#contracts/units/time.ts'
import { tenthsFromPoints } from '#contracts/units/points.ts'
import { hashPassword, NO_PASSWORD } from '#accounts/passwords.ts'
import { createAwards, type Awards } from '#businesses/counter/awards.ts'
import { readSeller, setSeller } from '#businesses/payments/seller.ts'
import type { AccountCommand } from '#ledger/account/decider.ts'
import type { CommandResult } from '#ledger/command-handler.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { commandIdOf } from '#ledger/ids.ts'
import { ledgerIds } from '#platform/event-store/ids.ts'
import { relayEvents } from '#platform/outbox/event-outbox.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { openLedger } from '#platform/event-store/ledger.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { invoiceSteps } from './invoices.ts'
import { BUSINESSES, DEMO_PASSWORD, DEMO_SELLER, PEOPLE, type DemoPerson } from './people.ts'
import { CROWD_SIZE, crowdCode, demoAwards, type Step } from './history.ts'
import { seedPictures } from './pictures.ts'
import { seedReviews } from './reviews.ts'
import { peopleStep, placeOfAct } from './shop-people.ts'

const SEED = 'demo/1'
/**
 * Written before the first account, because a partial seed already has an administrator with a known password
 * (platform/env/demo.ts).
 */
const BEGUN = `${SEED} begun`

export type DemoSeed = {
  databaseUrl: string
  /** Called only if the demo is not seeded yet. */
  eventStoreUrl: () => Promise<string>
  /** The store takes event times from metadata while unused (EVENTSTORE_HISTORY). */
  takesPast?: boolean
  /** Where uploads are kept; without it no business has a picture. */
  filesUrl?: string
  now?: Date
}

export async function seedDemo({
  databaseUrl,
  eventStoreUrl,
  takesPast = false,
  filesUrl,
  now = new Date(),
}: DemoSeed): Promise<void> {
  const pool = createPool(databaseUrl, { max: 4, name: 'hatik-demo' })
  try {
    if ((await pool.query('SELECT 1 FROM demo_seeds WHERE name = $1', [SEED])).rowCount) return await seedSeller(pool)
    await pool.query('INSERT INTO demo_seeds (name) VALUES ($1) ON CONFLICT DO NOTHING', [BEGUN])
    await seedSeller(pool)
    const ids = await seedPeople(pool)
    await seedBusinesses(pool, ids, now)
    if (filesUrl !== undefined) await seedPictures(pool, filesUrl, (owner) => idOf(ids, PEOPLE[owner].email))
    const { store, ledger } = openLedger(await eventStoreUrl())
    try {
      // A store with its own clock gets everything as of now: past recording times would contradict its storage times.
      const past = takesPast && (await store.openLogReader(['']).head()) === null
      const timeOf = past ? (at: Date) => at : () => new Date()
      const bills = invoiceSteps(pool, {
        cafe: idOf(ids, PEOPLE.cafe.email),
        admin: idOf(ids, PEOPLE.admin.email),
        now,
        timeOf,
      })
      const people = peopleStep(pool, { cafe: idOf(ids, PEOPLE.cafe.email), now, timeOf })
      const relayed = [people, ...bills].map(({ at, take }) => ({
        at,
        take: async () => (await take(), await relayEvents(pool, store)),
      }))
      await seedHistory(pool, ledger, ids, { now, timeOf, besides: relayed })
    } finally {
      await store.close()
    }
    await seedReviews(
      pool,
      (name) => idOf(ids, name),
      (business) => PEOPLE[business].email,
      now,
    )
    await pool.query('INSERT INTO demo_seeds (name) VALUES ($1)', [SEED])
  } finally {
    await pool.end()
  }
}

/** Also for demos of earlier versions. Keeps a seller set by hand. */
async function seedSeller(pool: Pool): Promise<void> {
  if (!(await readSeller(pool))) await setSeller(pool, DEMO_SELLER, null)
}

const FIRST_NAMES = [
  'Նարե',
  'Տիգրան',
  'Մարիամ',
  'Արմեն',
  'Լուսինե',
  'Գոռ',
  'Սոնա',
  'Հայկ',
  'Անահիտ',
  'Նարեկ',
  'Էլեն',
  'Վահե',
  'Գայանե',
  'Արտակ',
  'Հասմիկ',
  'Սուրեն',
]

/** users.id by e-mail address and buyer code. */
type Ids = Map<string, number>

async function seedPeople(pool: Pool): Promise<Ids> {
  const hash = await hashPassword(DEMO_PASSWORD)
  const named: (DemoPerson & { password: string })[] = Object.values(PEOPLE).map((person) => ({
    ...person,
    password: hash,
  }))
  const crowd = Array.from({ length: CROWD_SIZE }, (_, index) => ({
    email: `buyer-${index + 1}@hatik.test`,
    role: 'buyer' as const,
    firstName: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
    lastName: String(index + 1),
    buyerCode: crowdCode(index),
    password: NO_PASSWORD,
  }))
  for (const { email, password, role, firstName, lastName, buyerCode } of [...named, ...crowd]) {
    await pool.query(
      `INSERT INTO users (email, password, role, first_name, last_name, buyer_code, email_verified, preferred_language)
       VALUES ($1, $2, $3, $4, $5, $6, true, 'am') ON CONFLICT DO NOTHING`,
      [email, password, role, firstName, lastName, buyerCode ?? null],
    )
  }
  const rows = await pool.query<{ id: number; email: string; code: string | null }>(
    'SELECT id, email, buyer_code AS code FROM users',
  )
  return new Map(
    rows.rows.flatMap(({ id, email, code }) =>
      code
        ? [
            [email, id],
            [code, id],
          ]
        : [[email, id]],
    ),
  )
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}

/** Each with its perks in one transaction; adds perks that an earlier version left out. */
async function seedBusinesses(pool: Pool, ids: Ids, now: Date): Promise<void> {
  for (const business of BUSINESSES) {
    const ownerId = idOf(ids, PEOPLE[business.owner].email)
    await inTransaction(pool, async (client) => {
      await client.query(
        `INSERT INTO business_profiles (user_id, business_name, slug, description, address, website, phone, industry, status,
           subscription_plan, trial_end_date, subscription_start_date)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11) ON CONFLICT DO NOTHING`,
        [
          ownerId,
          business.businessName,
          business.slug,
          business.description,
          business.address,
          business.website,
          business.phone,
          business.industry,
          business.plan,
          business.trialDays === null ? null : new Date(now.getTime() + business.trialDays * DAY_MS),
          business.trialDays === null ? now : null,
        ],
      )
      for (const { name, description, points } of business.perks) {
        await client.query(
          `INSERT INTO perks (business_profile_id, name, description, points_required)
           SELECT p.id, $2, $3, $4 FROM business_profiles p
           WHERE p.user_id = $1 AND NOT EXISTS (SELECT FROM perks k WHERE k.business_profile_id = p.id AND k.name = $2)`,
          [ownerId, name, description, points],
        )
      }
    })
  }
}

type History = {
  now: Date
  /** Recording time of an act. */
  timeOf: (at: Date) => Date
  besides: readonly Step[]
}

/** In order of time across accounts, because lists follow the ledger's order but show times. */
async function seedHistory(pool: Pool, ledger: Ledger, ids: Ids, { now, timeOf, besides }: History): Promise<void> {
  const service = createAwards({
    ledger,
    db: pool,
    onFailed: (error) => {
      throw error
    },
  })
  const steps = [
    ...awardSteps(service, ids, { now, timeOf }),
    ...(await redemptionSteps(pool, ledger, ids, { now, timeOf })),
    ...besides,
  ]
  for (const { take } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) await take()
  await service.drain()
}

function awardSteps(service: Awards, ids: Ids, { now, timeOf }: Omit<History, 'besides'>): Step[] {
  const monthStart = new Date(`${yerevanMonth(now)}-01T00:00:00+04:00`)
  return demoAwards(now, monthStart).map(({ business, buyerCode, amountAmd, at, key }, turn) => {
    const businessId = idOf(ids, PEOPLE[business].email)
    const plan = business === 'cafe' ? 'prime' : 'starter'
    const place = business === 'cafe' ? placeOfAct(businessId, { at, now, turn }) : undefined
    const award = {
      businessId,
      buyerId: idOf(ids, buyerCode),
      plan,
      key,
      actor: { userId: businessId, role: 'business' },
      correlationId: key,
      amountAmd,
      ...(place && { place }),
    } as const
    return { at, take: async () => done(await service.award({ ...award, at: timeOf(at) })) }
  })
}

/** Ani has used one perk and holds one code; Davit cancelled once. */
async function redemptionSteps(
  pool: Pool,
  ledger: Ledger,
  ids: Ids,
  { now, timeOf }: Omit<History, 'besides'>,
): Promise<Step[]> {
  const businessId = idOf(ids, PEOPLE.cafe.email)
  const perks = await pool.query<{ id: number; name: string; points: string }>(
    `SELECT k.id, k.name, k.points_required AS points FROM perks k JOIN business_profiles p ON p.id = k.business_profile_id
     WHERE p.user_id = $1 ORDER BY k.points_required`,
    [businessId],
  )
  const [small, middle] = perks.rows
  if (!small || !middle) throw new Error('The demo has no perks')
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const actors = {
    cafe: { userId: businessId, role: 'business' },
    ani: { userId: idOf(ids, PEOPLE.ani.email), role: 'buyer' },
    davit: { userId: idOf(ids, PEOPLE.davit.email), role: 'buyer' },
  } as const

  const step = (
    who: keyof typeof actors,
    buyer: 'ani' | 'davit',
    command: AccountCommand,
    key: string,
    at: Date,
    correlationId = 'demo',
  ): Step => ({
    at,
    take: async () =>
      done(
        await ledger.execute({
          businessId,
          buyerId: actors[buyer].userId,
          command,
          action: { key },
          actor: actors[who],
          correlationId,
          recordedAt: timeOf(at).toISOString(),
        }),
      ),
  })
  const redeem = (who: 'ani' | 'davit', perk: typeof small, code: string, key: string, at: Date) => {
    const command = {
      type: 'RedeemPerk' as const,
      code,
      perkId: perk.id,
      perkName: perk.name,
      costTenths: tenthsFromPoints(perk.points) ?? 0,
    }
    return {
      redemptionId: commandIdOf(ledgerIds, actors[who].userId, key),
      step: step(who, who, command, key, at, key),
    }
  }

  const used = redeem('ani', small, 'GATA2345', 'demo.1.redeem.1', daysAgo(20))
  const undone = redeem('davit', small, 'GATA6789', 'demo.1.redeem.3', daysAgo(9))
  const held = redeem('ani', middle, 'SRCH2345', 'demo.1.redeem.2', daysAgo(1))
  return [
    used.step,
    step('cafe', 'ani', { type: 'UseRedemption', redemptionId: used.redemptionId }, 'demo.1.use.1', daysAgo(20)),
    undone.step,
    step(
      'davit',
      'davit',
      { type: 'CancelRedemption', redemptionId: undone.redemptionId, reason: 'cancelled by the buyer' },
      'demo.1.cancel.1',
      daysAgo(9),
    ),
    held.step,
  ]
}

function done(executed: CommandResult) {
  if (executed.kind !== 'done')
    throw new Error(`Creating the demo failed: ${executed.kind === 'refused' ? executed.code : 'unknown outcome'}`)
  return executed
}
