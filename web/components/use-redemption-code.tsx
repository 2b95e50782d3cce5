import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQrDialog } from './lazy-qr-dialog.ts'

interface Redeemed {
  perk: { name: string }
  redemptionCode?: string | null | undefined
}

/** The code of a redeemed perk, to hold up to the counter (R65, R69): `show` opens what stands in `dialog`. `how`: see `useLazyDialog`. */
export function useRedemptionCode(how?: 'quietly'): { show: (redeemed: Redeemed) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  const { Dialog, open, show, hide } = useQrDialog(how)
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
      />
    ),
  }
}
