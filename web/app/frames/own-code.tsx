import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BuyerCard } from '#web/features/buyer/show-buyer-code/buyer-card.tsx'

/** The code outside the dashboard: after a sign-up, before the address is verified, and at the shop that it was for. */
export default function OwnCode({
  code,
  verified = false,
  opened = false,
}: {
  code: string
  verified?: boolean
  /** Shows it on the whole screen at once. */
  opened?: boolean
}): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <BuyerCard code={code} opened={opened} />
      {!verified && <p className="text-small text-ink-soft">{t('buyerCard.unverified')}</p>}
    </div>
  )
}
