/** A business's events that move no points; with the movements, its whole history. */
import { isPowerEvent, type LedgerLogEvent } from '../runtime/catch-up/power-event.ts'
import type { LogStatement } from '../runtime/generations/read-model.ts'
import type { Written } from '../runtime/generations/table.ts'
import { historyTable } from './table.ts'

export const businessHistory: LogStatement = {
  ...historyTable,

  logStatement(schema, events) {
    const lines = events.flatMap(lineOf)
    if (lines.length === 0) return undefined
    return {
      name: `${schema}.business_history`,
      text: historyTable.insert(schema),
      values: historyTable.values(lines),
    }
  },
}

type Line = Written<typeof historyTable.columns>

function lineOf(event: LedgerLogEvent): Line[] {
  if (isPowerEvent(event))
    return [line(event, { businessId: event.businessId ?? 0, buyerId: null, redemptionId: null })]
  switch (event.type) {
    case 'RedemptionUsed':
    case 'RedemptionCancelled':
    case 'RedemptionReopened': {
      const { businessId, buyerId, data } = event
      return [line(event, { businessId, buyerId, redemptionId: data.redemptionId })]
    }
    case 'PointsAwarded':
    case 'PerkRedeemed':
    case 'PointsRefunded':
    case 'AwardVoided':
    case 'AwardCorrected':
    case 'AccountClosed':
    case 'PointsMergedOut':
    case 'PointsMergedIn':
      return []
  }
}

function line(
  { position, stream, revision, id, type, data, metadata, storedAt }: LedgerLogEvent,
  about: Pick<Line, 'businessId' | 'buyerId' | 'redemptionId'>,
): Line {
  return {
    ...about,
    position,
    stream,
    revision,
    eventId: id,
    type,
    facts: JSON.stringify(data),
    commandId: metadata.commandId,
    actorId: metadata.actor.userId,
    actorRole: metadata.actor.role,
    onBehalfOf: metadata.onBehalfOf ?? null,
    staffId: metadata.staffId ?? null,
    tillId: metadata.tillId ?? null,
    branchId: metadata.branchId ?? null,
    recordedAt: metadata.recordedAt,
    storedAt,
  }
}
