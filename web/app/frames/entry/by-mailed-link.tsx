import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { TEXT_LINK } from './auth-links.tsx'

/** For accounts whose attempts from new browsers strangers have used up. */
export default function ByMailedLink(): ReactNode {
  const { t } = useTranslation()
  return (
    <Link to="/forgot-password" className={TEXT_LINK}>
      {t('mailedLink.ask')}
    </Link>
  )
}
