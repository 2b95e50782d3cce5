import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountReplay } from '#contracts/calls/staff/admin.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Table } from '#web/components/lists/table.tsx'

const STATES = ['pending', 'used', 'cancelled', 'none'] as const

export function RedemptionStates({ redemptions }: Pick<AccountReplay, 'redemptions'>): ReactNode {
  const { t } = useTranslation()
  const nameOf = (state: string | null): string => {
    const known = STATES.find((one) => one === state)
    return known ? t(`accountReplay.states.${known}`) : (state ?? '—')
  }
  return (
    <Card title={t('accountReplay.redemptions')}>
      <Table
        caption={t('accountReplay.redemptions')}
        stacks
        rows={redemptions}
        rowKey={({ redemptionId }) => redemptionId}
        columns={[
          {
            key: 'id',
            title: t('accountReplay.redemption'),
            cell: ({ redemptionId }) => <code className="block min-w-0 text-small wrap-anywhere">{redemptionId}</code>,
          },
          { key: 'fold', title: t('accountReplay.log'), cell: ({ fold }) => nameOf(fold) },
          {
            key: 'row',
            title: t('accountReplay.readModel'),
            cell: ({ row, agrees }) => <span className={agrees ? '' : 'font-bold text-alarm-text'}>{nameOf(row)}</span>,
          },
        ]}
      />
    </Card>
  )
}
