import { useTranslation } from 'react-i18next'
import { AMD_PER_TENTH } from '#contracts/units/tenths.ts'
import type { StatementLine } from '#contracts/calls/statement.ts'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const AMD_PER_POINT = AMD_PER_TENTH * 10

export interface MovementWords {
  what: (line: StatementLine) => string
  /** '+12,5' or '−3'. */
  change: (points: string) => string
  /** '2 300 ֏ ÷ 500 ֏ = 4,6'; undefined unless the movement is an award. */
  awardSum: (line: StatementLine) => string | undefined
  /** '10 + 4,6 = 14,6' */
  balanceSum: (line: StatementLine) => string
}

export function useMovementWords(): MovementWords {
  const { t } = useTranslation()
  const format = useFormat()
  const points = (text: string): string => format.points(toTenths(text))
  const signOf = (text: string): string => (text.startsWith('-') ? '−' : '+')
  const size = (text: string): string => points(text.replace(/^-/, ''))
  return {
    what(line) {
      const amount = format.amd(line.amountAmd ?? 0)
      switch (line.type) {
        case 'PointsAwarded':
          return t('statement.purchase', { amount })
        case 'PerkRedeemed':
          return t('statement.perk', { name: line.perkName ?? '' })
        case 'PointsRefunded':
          // H5: the system refunds expired codes only.
          return t(line.doneBy === 'system' ? 'statement.codeEnded' : 'statement.refund', { name: line.perkName ?? '' })
        case 'AwardVoided':
          return t('statement.void', { amount })
        case 'AwardCorrected':
          return t('statement.correction', { amount })
        case 'PointsMergedIn':
          return t('statement.cardAdded')
        case 'PointsMergedOut':
          return t('statement.cardClaimed')
        case 'AccountClosed':
          return t('statement.closed')
      }
    },
    change: (text) => signOf(text) + size(text),
    awardSum: ({ countedAmd, points: earned }) =>
      countedAmd === null
        ? undefined
        : t('statement.awardSum', {
            counted: format.amd(countedAmd),
            rate: format.amd(AMD_PER_POINT),
            points: size(earned),
          }),
    balanceSum: ({ balanceBefore, points: change, balance }) =>
      t('statement.balanceSum', {
        before: points(balanceBefore),
        change: `${signOf(change)} ${size(change)}`,
        after: points(balance),
      }),
  }
}
