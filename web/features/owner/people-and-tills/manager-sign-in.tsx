import { KeyRound, Mail, MailX, UserLock } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { allowSignIn, endSignIn, staffPath, type ListedStaff } from '#web/lib/calls/staff.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const allowConfirmed = confirmed(allowSignIn)

export interface ManagerSignInProps {
  businessId: number
  person: ListedStaff
  onInvite: () => void
}

/** A manager's own sign-in: none, invited, open, or ended (decision 48). Nothing for a cashier. */
export function ManagerSignIn({ businessId, person, onInvite }: ManagerSignInProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const { staffId, name, role, active, signIn } = person
  const allowing = useAction((id: string, key: string) => allowConfirmed(businessId, id, key))
  const ending = useAction((id: string, key: string) => endSignIn(businessId, id, key))
  if (role !== 'manager' || !active) return null

  async function turn(to: boolean): Promise<void> {
    try {
      await (to ? allowing : ending).run(staffId)
      toast.success(t(to ? 'managers.allowed' : isOpenInvitation ? 'managers.withdrawn' : 'managers.ended', { name }))
    } catch (error) {
      const { title, description } = words.forAct(t('managers.failed'), error)
      toast.error(title, { description })
    }
    await refresh([staffPath(businessId)])
  }

  const isOpenInvitation = signIn?.invitedUntil != null && signIn.allowed
  const hasAccount = signIn !== null && signIn.invitedUntil === null
  const action = (icon: ReactNode, label: string, onClick: () => void): ReactElement => (
    <Button
      look="quiet"
      busy={busy}
      className="-ml-3 px-3 text-small"
      aria-label={t('managers.actionFor', { action: label, name })}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </Button>
  )
  const endButton = (label: string): ReactElement =>
    action(<MailX aria-hidden className="size-4" />, label, () => void during(() => turn(false)))
  return (
    <div className="mt-1 flex flex-col items-start gap-x-4">
      {signIn && (hasAccount || isOpenInvitation) && (
        <p className="text-small text-ink-soft wrap-anywhere">
          {isOpenInvitation
            ? t('managers.invitedUntil', { email: signIn.email, moment: format.moment(new Date(signIn.invitedUntil!)) })
            : t(signIn.allowed ? 'managers.signsIn' : 'managers.isOff', { email: signIn.email })}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {isOpenInvitation && (
          <>
            {action(<Mail aria-hidden className="size-4" />, t('managers.sendAgain'), onInvite)}
            {endButton(t('managers.withdraw'))}
          </>
        )}
        {hasAccount &&
          (signIn.allowed
            ? action(
                <UserLock aria-hidden className="size-4" />,
                t('managers.end'),
                () => void during(() => turn(false)),
              )
            : action(
                <KeyRound aria-hidden className="size-4" />,
                t('managers.allow'),
                () => void during(() => turn(true)),
              ))}
        {!hasAccount &&
          !isOpenInvitation &&
          action(<Mail aria-hidden className="size-4" />, t('managers.invite'), onInvite)}
      </div>
    </div>
  )
}
