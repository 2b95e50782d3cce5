import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'

/** Until an invoice issuer is set, no business can pay (H36). */
export function SellerMissing(): ReactNode {
  const { t } = useTranslation()
  return (
    <Notice
      tone="alarm"
      icon={<CircleAlert className="size-5" />}
      title={t('adminSystem.sellerMissingTitle')}
      action={
        <Link to="/admin/dashboard/settings" className={buttonLook('secondary')}>
          {t('adminSystem.sellerMissingGo')}
        </Link>
      }
    >
      {t('adminSystem.sellerMissingText')}
    </Notice>
  )
}
