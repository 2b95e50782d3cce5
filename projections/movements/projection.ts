/**
 * One movement per event that moves points. Account balances already include the whole batch, so a movement's balance
 * is that minus the batch's later movements.
 */
import { deltaTenths } from '#ledger/account/delta-tenths.ts'
import type { AccountEvent } from '../runtime/catch-up/account-event.ts'
import { moments, plain, sparse, texts, uuids } from '../runtime/catch-up/columns.ts'
import type { AccountStatement } from '../runtime/generations/read-model.ts'

/** Details of the event at that time (R232). */
type Subject = {
  awardId?: string
  redemptionId?: string
  amountAmd?: number
  rule?: string
  receipt?: string | undefined
  perkId?: number
  perkName?: string
  reason?: string
}

export const movements: AccountStatement = {
  table: 'movements',

  ddl: (schema) => `
    CREATE TABLE ${schema}.movements (
      business_id integer NOT NULL,
      buyer_id integer NOT NULL,
      position bigint NOT NULL,
      revision integer NOT NULL,
      event_id uuid NOT NULL,
      type text NOT NULL,
      delta_tenths bigint NOT NULL,
      balance_tenths bigint NOT NULL,
      award_id uuid,
      redemption_id uuid,
      amount_amd bigint,
      rule text,
      receipt text,
      perk_id integer,
      perk_name text,
      reason text,
      command_id uuid NOT NULL,
      actor_id integer NOT NULL,
      actor_role text NOT NULL,
      on_behalf_of integer,
      happened_at timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL,
      stored_at timestamptz NOT NULL,
      PRIMARY KEY (business_id, buyer_id, position)
    );
    CREATE INDEX ON ${schema}.movements (business_id, position);
    -- Auditors page through the whole log.
    CREATE INDEX ON ${schema}.movements (position);
    -- What is rare is found without reading the awards before it; an award, of which there are most, does not pay for it.
    CREATE INDEX ON ${schema}.movements (business_id, type, position) WHERE type <> 'PointsAwarded';`,

  statement(schema, events) {
    const lines = events.flatMap((event) => {
      const delta = deltaTenths(event)
      return delta === undefined ? [] : [{ event, delta, about: subjectOf(event) }]
    })
    if (lines.length === 0) return undefined
    return {
      name: `${schema}.movements`,
      text: `
        INSERT INTO ${schema}.movements
          (business_id, buyer_id, position, revision, event_id, type, delta_tenths, balance_tenths, award_id, redemption_id, amount_amd,
           rule, receipt, perk_id, perk_name, reason, command_id, actor_id, actor_role, on_behalf_of, happened_at, recorded_at, stored_at)
        SELECT business_id, buyer_id, position, revision, event_id, type, delta_tenths,
          (SELECT account.balance_tenths FROM ${schema}.account_balances AS account
            WHERE account.business_id = line.business_id AND account.buyer_id = line.buyer_id) - later_tenths,
          award_id, redemption_id, amount_amd, rule, receipt, perk_id, perk_name, reason,
          command_id, actor_id, actor_role, on_behalf_of, happened_at, recorded_at, stored_at
        FROM unnest(
          $1::int[], $2::int[], $3::bigint[], $4::int[], $5::uuid[], $6::text[], $7::bigint[], $8::uuid[], $9::uuid[], $10::bigint[],
          $11::text[], $12::text[], $13::int[], $14::text[], $15::text[], $16::uuid[], $17::int[], $18::text[], $19::int[],
          $20::timestamptz[], $21::timestamptz[], $22::timestamptz[], $23::bigint[]
        ) AS line (business_id, buyer_id, position, revision, event_id, type, delta_tenths, award_id, redemption_id, amount_amd,
          rule, receipt, perk_id, perk_name, reason, command_id, actor_id, actor_role, on_behalf_of,
          happened_at, recorded_at, stored_at, later_tenths)`,
      values: [
        plain(lines.map(({ event }) => event.businessId)),
        plain(lines.map(({ event }) => event.buyerId)),
        plain(lines.map(({ event }) => event.position)),
        plain(lines.map(({ event }) => event.revision)),
        uuids(lines.map(({ event }) => event.id)),
        plain(lines.map(({ event }) => event.type)),
        plain(lines.map(({ delta }) => delta)),
        sparse(
          uuids,
          lines.map(({ about }) => about.awardId),
        ),
        sparse(
          uuids,
          lines.map(({ about }) => about.redemptionId),
        ),
        sparse(
          plain,
          lines.map(({ about }) => about.amountAmd),
        ),
        sparse(
          texts,
          lines.map(({ about }) => about.rule),
        ),
        sparse(
          texts,
          lines.map(({ about }) => about.receipt),
        ),
        sparse(
          plain,
          lines.map(({ about }) => about.perkId),
        ),
        sparse(
          texts,
          lines.map(({ about }) => about.perkName),
        ),
        sparse(
          texts,
          lines.map(({ about }) => about.reason),
        ),
        uuids(lines.map(({ event }) => event.metadata.commandId)),
        plain(lines.map(({ event }) => event.metadata.actor.userId)),
        plain(lines.map(({ event }) => event.metadata.actor.role)),
        sparse(
          plain,
          lines.map(({ event }) => event.metadata.onBehalfOf),
        ),
        moments(lines.map(({ event }) => event.metadata.happenedAt ?? event.metadata.recordedAt)),
        moments(lines.map(({ event }) => event.metadata.recordedAt)),
        moments(lines.map(({ event }) => event.storedAt)),
        plain(laterTenths(lines)),
      ],
    }
  },
}

/** For each movement, the tenths by which its account changes later in the batch. */
function laterTenths(lines: readonly { event: AccountEvent; delta: number }[]): number[] {
  const later = new Map<string, number>()
  for (const { event, delta } of lines) later.set(event.stream, (later.get(event.stream) ?? 0) + delta)
  return lines.map(({ event, delta }) => {
    const left = later.get(event.stream)! - delta
    later.set(event.stream, left)
    return left
  })
}

function subjectOf(event: AccountEvent): Subject {
  switch (event.type) {
    case 'PointsAwarded': {
      const { awardId, amountAmd, rule, receipt } = event.data
      return { awardId, amountAmd, rule, receipt }
    }
    case 'PerkRedeemed': {
      // Not the code: it is a bearer secret, stored with redemptions only (H13).
      const { redemptionId, perkId, perkName } = event.data
      return { redemptionId, perkId, perkName }
    }
    case 'PointsRefunded':
      return { redemptionId: event.data.redemptionId }
    case 'AwardVoided':
      return { awardId: event.data.awardId, reason: event.data.reason }
    case 'AccountClosed':
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
      return {}
  }
}
