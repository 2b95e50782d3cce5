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
 * The redemption code to hold up at the counter (R65, R69). `dialog` turns to "used" once `redemptions`, the buyer's
 * list, says so.
 */
export function useRedemptionCode(
  redemptions: readonly Pick<Redemption, 'id' | 'isUsed'>[] | undefined,
  /** Just redeemed: celebrated, and a failure to load the picture stays quiet. */
  how?: 'new',
): { show: (redeemed: Redeemed) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const { Dialog, open, show, hide } = useQrDialog(how && 'quietly')
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
        isNew={how === 'new'}
        {...(isUsed && {
          used: { title: t('redeem.usedTitle'), text: t('redeem.usedText', { perk: redeemed.perk.name }) },
        })}
      />
    ),
  }
}
