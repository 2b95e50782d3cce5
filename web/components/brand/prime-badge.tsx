import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#web/components/lists/badge.tsx'

/** R37, R114. */
export function PrimeBadge(): ReactNode {
  const { t } = useTranslation()
  return (
    <Badge tone="apricot" icon={<Crown aria-hidden className="size-4" />}>
      {t('common.prime')}
    </Badge>
  )
}
