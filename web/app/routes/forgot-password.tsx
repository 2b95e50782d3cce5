import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/inputs/button.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { ForgotForm } from '#web/features/visitor/forgot-password/forgot-form.tsx'
import { TEXT_LINK } from '../frames/entry/auth-links.tsx'

/** R3, R126. */
export default function ForgotPasswordPage(): ReactNode {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <p className="mt-6 text-center">
      <Link to="/auth" className={TEXT_LINK}>
        {t('forgot.back')}
      </Link>
    </p>
  )
  const sent = sentTo !== undefined
  return (
    <NarrowPage
      key={String(sent)}
      title={sent ? t('forgot.sentTitle') : t('forgot.title')}
      description={sent ? t('forgot.sentText', { email: sentTo }) : t('forgot.description')}
      announced={sent}
      after={back}
    >
      <PageHead title={t('forgot.title')} description={t('forgot.description')} />
      {sent ? (
        <Button look="secondary" className="w-full" onClick={() => setSentTo(undefined)}>
          {t('forgot.again')}
        </Button>
      ) : (
        <ForgotForm onSent={setSentTo} />
      )}
    </NarrowPage>
  )
}
