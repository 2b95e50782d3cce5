import { Store, UserX, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TillReply } from '#contracts/rights/till-calls.ts'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useOnline } from '#web/lib/api/online.ts'
import { Initials } from './initials.tsx'
import { LeftAwards } from './left-awards.tsx'
import { PinPad } from './pin-pad.tsx'

/** The people who may unlock the till, then the PIN of the chosen one. */
export function LockScreen({ reply, corner }: { reply: TillReply; corner: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const online = useOnline()
  const { staff, till, businessName } = reply
  const [chosenId, setChosenId] = useState<string>()
  // A shop of one person saves a tap.
  const chosen = staff.length === 1 ? staff[0] : staff.find(({ staffId }) => staffId === chosenId)
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-5 px-4 py-4">
      <PageHead title={businessName} />
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2 text-ink-soft">
          <Store aria-hidden className="size-5 shrink-0" />
          <span className="truncate">
            <span translate="no">{businessName}</span>
            <span aria-hidden> · </span>
            <span>{till.name}</span>
          </span>
        </p>
        <div className="shrink-0">{corner}</div>
      </div>
      {!online && (
        <Notice icon={<WifiOff className="size-5" />} title={t('till.offlineTitle')}>
          {t('till.offlineText')}
        </Notice>
      )}
      {!online && <LeftAwards />}
      {chosen ? (
        <PinPad
          key={chosen.staffId}
          person={chosen}
          {...(staff.length > 1 && { onOther: () => setChosenId(undefined) })}
        />
      ) : (
        <Choice staff={staff} onChoose={setChosenId} />
      )}
    </div>
  )
}

function Choice({ staff, onChoose }: { staff: TillReply['staff']; onChoose: (staffId: string) => void }): ReactNode {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The screen takes the counter's place, and says so.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title font-bold outline-none">
        {t('till.who')}
      </h1>
      {staff.length === 0 ? (
        <Notice icon={<UserX className="size-5" />} title={t('till.nobodyTitle')}>
          {t('till.nobodyText')}
        </Notice>
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {staff.map(({ staffId, name, role }) => (
            <li key={staffId} className="grid">
              <button
                type="button"
                className="flex min-h-36 flex-col items-center justify-center gap-2 rounded-card border border-line-strong bg-surface p-4 text-center to-press hover:bg-tuff-deep"
                onClick={() => onChoose(staffId)}
              >
                <Initials name={name} className="size-16 text-title" />
                <span className="max-w-full font-semibold wrap-anywhere">{name}</span>
                <span className="text-small text-ink-soft">{t(`staffRoles.${role}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
