import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SeedMark } from '#web/components/brand/seed-mark.tsx'

/** A wallet that earns and redeems once, drawn and moved by components/brand/phone.css. */
export function Phone(): ReactNode {
  const { t } = useTranslation()
  return (
    <div aria-hidden className="phone">
      <p>{t('brand.name')}</p>
      <div className="phone-code" />
      <div className="phone-points">
        <SeedMark />
      </div>
      <div className="phone-perk">{t('home.earn3Title')}</div>
    </div>
  )
}
