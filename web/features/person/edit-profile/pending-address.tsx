import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useOwnProfile } from '#web/lib/calls/account/accounts.ts'

/**
 * The new address that awaits verification (H20), also after a reload or on another device, where the old one alone
 * would look like a failed change. `saved`: undefined until this screen has saved.
 */
export function PendingAddress({ email, saved }: { email: string; saved: string | null | undefined }): ReactNode {
  const { t } = useTranslation()
  const { value } = useOwnProfile()
  const pending = saved === undefined ? value?.pendingEmail : saved
  // The new address was verified on another screen.
  if (pending === undefined || pending === null || pending === email) return null
  return (
    <Notice tone="good" icon={<MailCheck className="size-5" />} title={t('profile.pendingTitle')}>
      {t('profile.pendingText', { email: pending })}
    </Notice>
  )
}
