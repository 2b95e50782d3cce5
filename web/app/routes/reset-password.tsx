import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { NarrowPage } from '#web/components/brand/narrow-page.tsx'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { PresentPassword } from '#web/features/visitor/reset-password/present-password.tsx'
import { ResetForm } from '#web/features/visitor/reset-password/reset-form.tsx'
import { askWho, currentUser, setUser } from '#web/lib/session/session.ts'
import { TEXT_LINK } from '../frames/entry/auth-links.tsx'

/** Without a token, or with a spent one, leads to a new link (R4, R127). */
export default function ResetPasswordPage(): ReactNode {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const token = parameters.get('token')?.trim() ?? ''
  const [state, setState] = useState<'form' | 'done' | 'invalid'>(token === '' ? 'invalid' : 'form')
  const head = <PageHead />

  if (state === 'invalid') {
    return (
      <NarrowPage
        key={state}
        announced={token !== ''}
        title={t('reset.invalidTitle')}
        description={t('reset.invalidText')}
      >
        {head}
        <div className="flex flex-col items-center gap-4">
          <Link to="/forgot-password" className={buttonLook('primary', 'large', 'w-full')}>
            {t('reset.newLink')}
          </Link>
          <Link to="/auth" className={TEXT_LINK}>
            {t('forgot.back')}
          </Link>
        </div>
      </NarrowPage>
    )
  }
  if (state === 'done') {
    return (
      <NarrowPage key={state} announced title={t('reset.doneTitle')} description={t('reset.doneText')}>
        {head}
        <Link to="/auth" className={buttonLook('primary', 'large', 'w-full')}>
          {t('verifyEmail.signIn')}
        </Link>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage key={state} title={t('reset.title')} description={t('reset.description')}>
      {head}
      <ResetForm
        token={token}
        onDone={() => {
          // Every session of this account has ended; this browser's may be another user's.
          void askWho().then(() => currentUser() ?? setUser(null))
          setState('done')
        }}
        onInvalid={() => setState('invalid')}
      />
      <PresentPassword token={token} onInvalid={() => setState('invalid')} />
    </NarrowPage>
  )
}
