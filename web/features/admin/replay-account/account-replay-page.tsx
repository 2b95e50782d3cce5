import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useAccountReplay } from '#web/lib/calls/staff/admin-replay.ts'
import { AccountFold } from './account-fold.tsx'
import { FindAccount } from './find-account.tsx'

const ID = /^[1-9]\d{0,8}$/

/** One account folded from the log, beside the read models (H30). The address names the account. */
export function AccountReplayPage(): ReactNode {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const [business = '', buyer = ''] = ['business', 'buyer'].map((name) => parameters.get(name) ?? '')
  const account = ID.test(business) && ID.test(buyer) ? { businessId: Number(business), buyerId: Number(buyer) } : null
  const reading = useAccountReplay(account)
  return (
    <>
      <Card>
        <p className="mb-4 text-ink-soft">{t('accountReplay.text')}</p>
        <FindAccount
          business={business}
          buyer={buyer}
          onFound={({ businessId, buyerId }) => setParameters({ business: String(businessId), buyer: String(buyerId) })}
          isReading={account !== null && reading.value === undefined && reading.error === undefined}
        />
      </Card>
      {account && (
        <ReadingState reading={reading}>
          {(replay) => <AccountFold replay={replay} onAgain={() => void reading.retry()} />}
        </ReadingState>
      )}
    </>
  )
}
