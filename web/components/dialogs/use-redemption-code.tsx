import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contracts/calls/buyer.ts'
import { useQrDialog } from './lazy-qr-dialog.ts'

interface Redeemed {
  id: string
  perk: { name: string }
  redemptionCode?: string | null | undefined
}

/**
 * The code of a redeemed perk, to hold up to the counter (R65, R69): `show` opens what stands in `dialog`, which turns into "used" as soon as
 * `redemptions`, the buyer's list, says so. `how`: see `useLazyDialog`.
 */
export function useRedemptionCode(
  redemptions: readonly Pick<Redemption, 'id' | 'isUsed'>[] | undefined,
  how?: 'quietly',
): { show: (redeemed: Redeemed) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const { Dialog, open, show, hide } = useQrDialog(how)
  const isUsed = redemptions?.some((one) => one.isUsed && one.id === redeemed?.id) ?? false
  return {
    show: (one) => {
      setRedeemed(one)
      show()
    },
    dialog: Dialog && redeemed?.redemptionCode && (
      <Dialog
        open={open}
        onClose={hide}
        title={t('redeem.codeTitle')}
        description={t('redeem.codeDescription', { perk: redeemed.perk.name })}
        code={redeemed.redemptionCode}
        {...(isUsed && {
          used: { title: t('redeem.usedTitle'), text: t('redeem.usedText', { perk: redeemed.perk.name }) },
        })}
      />
    ),
  }
}
