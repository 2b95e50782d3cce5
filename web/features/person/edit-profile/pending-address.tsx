import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useOwnProfile } from '#web/lib/calls/accounts.ts'

/**
 * The new address that waits for its verification (H20), also after a reload or on another device: who sees the old one alone believes that the change has
 * failed. `saved`: as this screen has saved it; undefined before it has saved anything.
 */
export function PendingAddress({ email, saved }: { email: string; saved: string | null | undefined }): ReactNode {
  const { t } = useTranslation()
  const { value } = useOwnProfile()
  const pending = saved === undefined ? value?.pendingEmail : saved
  // Verified on another screen, it is the address of this account by now.
  if (pending === undefined || pending === null || pending === email) return null
  return (
    <Notice tone="good" icon={<MailCheck className="size-5" />} title={t('profile.pendingTitle')}>
      {t('profile.pendingText', { email: pending })}
    </Notice>
  )
}
