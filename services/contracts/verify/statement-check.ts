import type { VerifyProblem } from '../calls/proofs.ts'
import { decimalString, tenthsFromPoints } from '../units/tenths.ts'
import type { Content, Opening } from './file-shapes.ts'

const BALANCES_KEPT = 3

/**
 * A statement must have every event of its account from the first, no others, and correct balances. Its account is
 * named by the file or first event. After a wrong line it continues from the stated or computed balance.
 */
export function openStatementCheck({
  statement: named,
}: Opening['query']): (content: Content) => VerifyProblem['problem'][] {
  let stream = typeof named === 'string' ? named : undefined
  let revision = 0
  let balances = [0]
  return ({ event, balance }) => {
    const problems: VerifyProblem['problem'][] = []
    stream ??= event?.stream
    if (event && event.stream !== stream) problems.push('other_account')
    if (!event || event.revision !== revision) problems.push('revision_missing')
    revision = (event?.revision ?? revision) + 1
    balances = balances.map((tenths) => tenths + movedTenths(event))
    const stated = balance === undefined ? balances[0] : tenthsFromPoints(balance)
    if (
      stated !== undefined &&
      balances.includes(stated) &&
      (balance === undefined || decimalString(stated) === balance)
    )
      balances = [stated]
    else {
      if (problems.length === 0) problems.push('balance_wrong')
      balances = [...(stated === undefined ? [] : [stated]), ...balances].slice(0, BALANCES_KEPT)
    }
    return problems
  }
}

function movedTenths(event: Content['event']): number {
  if (!event) return 0
  const of = (field: string) => {
    const tenths = event.data[field]
    return typeof tenths === 'number' ? tenths : 0
  }
  switch (event.type) {
    case 'PointsAwarded':
    case 'PointsRefunded':
    case 'PointsMergedIn':
      return of('tenths')
    case 'PerkRedeemed':
      return -of('costTenths')
    case 'AwardVoided':
    case 'PointsMergedOut':
      return -of('tenths')
    case 'AwardCorrected':
      return of('differenceTenths')
    case 'AccountClosed':
      return -of('forfeitedTenths')
    default:
      return 0
  }
}
