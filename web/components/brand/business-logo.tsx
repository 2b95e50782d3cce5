import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#web/lib/device/class-names.ts'
import { Monogram } from './monogram.tsx'

/**
 * Never cropped, because a wide logo is a word to read. Without a logo, or if it fails to load, shows a monogram
 * (R224). `name`: '' for a closed business.
 */
export function BusinessLogo({
  logoUrl,
  name,
  className = 'size-14',
}: {
  logoUrl: string | null
  name: string
  className?: string
}): ReactNode {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string | null>(null)
  const frame = classNames('shrink-0 rounded-field border border-line', className)
  if (logoUrl === null || broken === logoUrl) {
    return <Monogram name={name} className={frame} />
  }
  return (
    <img
      src={logoUrl}
      alt={t('common.logoOf', { name })}
      width={128}
      height={128}
      loading="lazy"
      className={classNames('bg-white object-contain', frame)}
      onError={() => setBroken(logoUrl)}
    />
  )
}
