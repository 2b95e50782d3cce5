/** The read models as a simple in-memory fold, the reference for tests. */
import { yerevanDay, yerevanMonth } from '#contracts/units/time.ts'
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { LogEvent } from '#platform/event-store/log-reader.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { parseAccountEvent } from '../runtime/catch-up/account-event.ts'
import { foldAttention } from './fold-attention.ts'
import { foldDayReport } from './fold-day-report.ts'

type Row = Record<string, unknown>
export type Tables = {
  account_balances: Row[]
  movements: Row[]
  buyer_visits: Row[]
  redemptions: Row[]
  business_stats: Row[]
  monthly_transactions: Row[]
  daily_book: Row[]
  day_report: Row[]
  attention_days: Row[]
}

const KEYS = {
  account_balances: ['business_id', 'buyer_id'],
  movements: ['position'],
  buyer_visits: ['business_id', 'buyer_id'],
  redemptions: ['position'],
  business_stats: ['business_id'],
  monthly_transactions: ['business_id', 'month'],
  daily_book: ['business_id', 'day'],
  day_report: ['business_id', 'buyer_id', 'day', 'made_on', 'hour', 'staff_id', 'till_id', 'branch_id', 'perk_id'],
  attention_days: ['business_id', 'day'],
} as const satisfies Record<keyof Tables, readonly string[]>

const POSITIONS = ['position', 'first_position', 'last_position'] as const

const AT_THE_COUNTER: ReadonlySet<string> = new Set([
  'PointsAwarded',
  'AwardVoided',
  'AwardCorrected',
  'RedemptionUsed',
  'RedemptionReopened',
])

export function foldLog(events: readonly LogEvent[]): Tables {
  const accounts = new Map<string, Row>()
  const redemptions = new Map<string, Row>()
  const stats = new Map<number, Row>()
  const months = new Map<string, Row>()
  const days = new Map<string, Row>()
  const movements: Row[] = []
  const purchases = new Map<string, Purchase>()
  const add = (row: Row, column: string, amount: number): void => {
    row[column] = (row[column] as number) + amount
  }
  for (const event of events.map(parseAccountEvent)) {
    const { businessId: business_id, buyerId: buyer_id, metadata } = event
    const position = String(event.position)
    const recordedAt = new Date(metadata.recordedAt)
    const account = accounts.get(event.stream) ?? { business_id, buyer_id, balance_tenths: 0, events: 0, closed: false }
    accounts.set(event.stream, account)
    const stat = stats.get(business_id) ?? {
      business_id,
      buyers: 0,
      issued_tenths: 0,
      redeemed_tenths: 0,
      refunded_tenths: 0,
      forfeited_tenths: 0,
      last_day: null,
    }
    stats.set(business_id, stat)
    if (account['events'] === 0) add(stat, 'buyers', 1)
    if (AT_THE_COUNTER.has(event.type)) {
      const [known, day] = [stat['last_day'] as string | null, yerevanDay(recordedAt)]
      if (known === null || known < day) stat['last_day'] = day
    }
    add(account, 'events', 1)
    add(account, 'balance_tenths', deltaTenths(event) ?? 0)
    Object.assign(account, { revision: event.revision, changed_at: recordedAt, position })

    const monthRow = (): Row => {
      const month = yerevanMonth(recordedAt)
      const key = `${business_id} ${month}`
      const row = months.get(key) ?? { business_id, month, awards: 0, awarded_tenths: 0, voided_tenths: 0 }
      months.set(key, row)
      return row
    }
    const bookRow = (): Row => {
      const day = yerevanDay(recordedAt)
      const key = `${business_id} ${day}`
      const row = days.get(key) ?? {
        business_id,
        day,
        awarded_tenths: 0,
        voided_tenths: 0,
        redeemed_tenths: 0,
        returned_tenths: 0,
        forfeited_tenths: 0,
        awards: 0,
        redemptions: 0,
        first_position: position,
      }
      days.set(key, row)
      return Object.assign(row, { last_position: position })
    }
    const about: Row = {
      award_id: null,
      redemption_id: null,
      amount_amd: null,
      rule: null,
      receipt: null,
      perk_id: null,
      perk_name: null,
      reason: null,
      missing_tenths: null,
    }
    switch (event.type) {
      case 'PointsAwarded':
        Object.assign(about, {
          award_id: event.data.awardId,
          amount_amd: event.data.amountAmd,
          rule: event.data.rule,
          receipt: event.data.receipt ?? null,
        })
        purchases.set(event.data.awardId, {
          stream: event.stream,
          amountAmd: event.data.amountAmd,
          at: new Date(metadata.happenedAt ?? metadata.recordedAt),
        })
        add(stat, 'issued_tenths', event.data.tenths)
        add(monthRow(), 'awards', 1)
        add(monthRow(), 'awarded_tenths', event.data.tenths)
        add(bookRow(), 'awarded_tenths', event.data.tenths)
        add(bookRow(), 'awards', 1)
        break
      case 'AwardVoided':
        Object.assign(about, { award_id: event.data.awardId, reason: event.data.reason })
        purchases.delete(event.data.awardId)
        add(stat, 'issued_tenths', -event.data.tenths)
        add(monthRow(), 'voided_tenths', event.data.tenths)
        add(bookRow(), 'voided_tenths', event.data.tenths)
        break
      case 'AwardCorrected': {
        const { awardId: award_id, amountAmd: amount_amd, rule, reason, missingTenths: missing_tenths } = event.data
        Object.assign(about, { award_id, amount_amd, rule, reason, missing_tenths })
        Object.assign(purchases.get(award_id) ?? {}, { amountAmd: amount_amd })
        const difference = event.data.differenceTenths
        const column = difference > 0 ? 'awarded_tenths' : 'voided_tenths'
        add(stat, 'issued_tenths', difference)
        add(monthRow(), column, Math.abs(difference))
        add(bookRow(), column, Math.abs(difference))
        break
      }
      case 'PerkRedeemed': {
        const {
          redemptionId: redemption_id,
          code,
          perkId: perk_id,
          perkName: perk_name,
          costTenths: cost_tenths,
        } = event.data
        Object.assign(about, { redemption_id, perk_id, perk_name })
        add(stat, 'redeemed_tenths', cost_tenths)
        add(bookRow(), 'redeemed_tenths', cost_tenths)
        add(bookRow(), 'redemptions', 1)
        redemptions.set(redemption_id, {
          redemption_id,
          business_id,
          buyer_id,
          position,
          code,
          perk_id,
          perk_name,
          cost_tenths,
          state: 'pending',
          created_at: recordedAt,
          used_at: null,
          cancelled_at: null,
          cancel_reason: null,
        })
        break
      }
      case 'RedemptionUsed':
        Object.assign(redemptions.get(event.data.redemptionId) ?? {}, {
          state: 'used',
          used_at: recordedAt,
        })
        break
      case 'RedemptionCancelled':
        Object.assign(redemptions.get(event.data.redemptionId) ?? {}, {
          state: 'cancelled',
          cancelled_at: recordedAt,
          cancel_reason: event.data.reason,
        })
        break
      case 'RedemptionReopened':
        Object.assign(redemptions.get(event.data.redemptionId) ?? {}, { state: 'pending', used_at: null })
        break
      case 'PointsRefunded':
        Object.assign(about, { redemption_id: event.data.redemptionId })
        add(stat, 'refunded_tenths', event.data.tenths)
        add(bookRow(), 'returned_tenths', event.data.tenths)
        break
      case 'AccountClosed':
        account['closed'] = true
        add(stat, 'buyers', -1)
        add(stat, 'forfeited_tenths', event.data.forfeitedTenths)
        add(bookRow(), 'forfeited_tenths', event.data.forfeitedTenths)
        break
      case 'PointsMergedOut':
        account['closed'] = true
        add(stat, 'buyers', -1)
        add(stat, 'forfeited_tenths', event.data.tenths)
        add(bookRow(), 'forfeited_tenths', event.data.tenths)
        break
      case 'PointsMergedIn':
        add(stat, 'forfeited_tenths', -event.data.tenths)
        add(bookRow(), 'forfeited_tenths', -event.data.tenths)
    }
    const delta = deltaTenths(event)
    if (delta === undefined) continue
    movements.push({
      business_id,
      buyer_id,
      position,
      revision: event.revision,
      event_id: event.id,
      type: event.type,
      delta_tenths: delta,
      balance_tenths: account['balance_tenths'],
      ...about,
      command_id: metadata.commandId,
      actor_id: metadata.actor.userId,
      actor_role: metadata.actor.role,
      on_behalf_of: metadata.onBehalfOf ?? null,
      staff_id: metadata.staffId ?? null,
      till_id: metadata.tillId ?? null,
      branch_id: metadata.branchId ?? null,
      happened_at: new Date(metadata.happenedAt ?? metadata.recordedAt),
      recorded_at: recordedAt,
      stored_at: event.storedAt,
    })
  }
  return {
    account_balances: sorted('account_balances', [...accounts.values()]),
    movements,
    redemptions: [...redemptions.values()],
    buyer_visits: sorted('buyer_visits', visitsOf(purchases, accounts)),
    business_stats: sorted('business_stats', [...stats.values()]),
    monthly_transactions: sorted('monthly_transactions', [...months.values()]),
    daily_book: sorted('daily_book', [...days.values()]),
    day_report: sorted('day_report', foldDayReport(events.map(parseAccountEvent))),
    attention_days: sorted('attention_days', foldAttention(events.map(parseAccountEvent))),
  }
}

type Purchase = { stream: string; amountAmd: number; at: Date }

function visitsOf(purchases: ReadonlyMap<string, Purchase>, accounts: ReadonlyMap<string, Row>): Row[] {
  return [...accounts].map(([stream, { business_id, buyer_id, closed }]) => {
    const own = [...purchases.values()].filter((purchase) => purchase.stream === stream)
    const times = own.map(({ at }) => at.getTime()).sort((a, b) => a - b)
    const dated = (time: number | undefined) => (time === undefined ? null : new Date(time))
    return {
      business_id,
      buyer_id,
      visits: own.length,
      spent_amd: own.reduce((sum, { amountAmd }) => sum + amountAmd, 0),
      first_at: dated(times[0]),
      last_at: dated(times.at(-1)),
      closed,
    }
  })
}

function sorted(table: keyof Tables, rows: Row[]): Row[] {
  const key = (row: Row): string => KEYS[table].map((column) => String(row[column]).padStart(20)).join(' ')
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

export async function readTables(db: Queryable, schema = 'read'): Promise<Tables> {
  const tables: Partial<Tables> = {}
  for (const table of Object.keys(KEYS) as (keyof Tables)[]) {
    const order = `ORDER BY ${KEYS[table].map((key) => `line.${key}`).join(', ')}`
    const { rows } = await db.query<Row>(`SELECT line.* FROM ${schema}.${table} AS line ${order}`)
    // Positions exceed 2^53, so they are read again as text.
    const positions = POSITIONS.filter((column) => column in (rows[0] ?? {}))
    if (positions.length === 0) {
      tables[table] = rows
      continue
    }
    const texts = await db.query<Row>(
      `SELECT ${positions.map((column) => `line.${column}::text`).join(', ')} FROM ${schema}.${table} AS line ${order}`,
    )
    tables[table] = rows.map((row, index) => ({ ...row, ...texts.rows[index] }))
  }
  return tables as Tables
}
