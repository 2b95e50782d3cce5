import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { TEXT_LINK } from './auth-links.tsx'

/** The way in while strangers' guesses have used up the attempts of every new browser. */
export default function ByMailedLink(): ReactNode {
  const { t } = useTranslation()
  return (
    <Link to="/forgot-password" className={TEXT_LINK}>
      {t('mailedLink.ask')}
    </Link>
  )
}
