import {
  describeTable,
  integer,
  json,
  moment,
  nullable,
  position,
  text,
  uuid,
  word,
} from '../runtime/generations/table.ts'

/** What was refused and what was done, in order. */
export type VisitCall = { at: string; method: string; path: string; made: boolean }

export const visitsTable = describeTable(
  'support_visits',
  {
    visitId: uuid,
    businessId: integer,
    adminId: integer,
    position,
    reason: text,
    mode: word<'view' | 'act'>(),
    startedAt: moment,
    expiresAt: moment,
    actingSince: nullable(moment),
    endedAt: nullable(moment),
    ended: nullable(word<'exited' | 'expired'>()),
    endedPosition: nullable(position),
    calls: json<VisitCall[]>(),
  },
  { key: ['visitId'], fillfactor: 70, indexes: ['(business_id, position)', '(position)'] },
)
