import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#contracts/session.ts'
import { Card } from '#web/components/card.tsx'
import { PageHead } from '#web/components/page-head.tsx'

/** Administrators and auditors: who is signed in, and that their tools are not here yet. */
export default function StaffDashboard({ user }: { user: SessionUser }): ReactNode {
  const { t } = useTranslation()
  const role = user.role === 'admin' ? t('staff.admin') : t('staff.auditor')
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 py-8">
      <PageHead title={t('dashboard.title')} />
      <Card level="h1" title={t('staff.signedInAs', { name: `${user.firstName} ${user.lastName}` })}>
        <p className="font-medium">{`${role} · ${user.email}`}</p>
        <p className="mt-2 text-ink-soft">{t('staff.later')}</p>
      </Card>
    </div>
  )
}
