import { BadgeCheck, Clock } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PAIRING_CODE_MS } from '#contracts/rights/staff-calls.ts'
import { Dialog } from '#web/components/dialogs/dialog.tsx'
import { QrCode } from '#web/components/dialogs/qr-code.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { tillsPath, type AddedTill } from '#web/lib/calls/staff.ts'
import { asMinutes, useSecondsLeft } from '#web/lib/device/use-seconds-left.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { spacedCode } from '#web/lib/words/format.ts'

/** No live update tells of a pairing. */
const LOOK_EVERY_MS = 2_500

/** `receivedMs`: when the code arrived, by this device's clock, whose error then does not matter. */
type Shown = AddedTill & { receivedMs: number }

export interface PairingDialogProps {
  businessId: number
  added: Shown | undefined
  isPaired: boolean
  onClose: () => void
}

/** The new till's pairing code, until it is used or ten minutes are over. */
export function PairingDialog({ businessId, added, isPaired, onClose }: PairingDialogProps): ReactNode {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const shown = useLast(added)
  const isWaiting = added !== undefined && !isPaired

  useEffect(() => {
    if (!isWaiting) return
    const look = setInterval(() => void refresh([tillsPath(businessId)]), LOOK_EVERY_MS)
    return () => clearInterval(look)
  }, [isWaiting, refresh, businessId])

  if (!shown) return null
  const { name } = shown.till
  return (
    <Dialog open={added !== undefined} onClose={onClose} title={t('peopleAndTills.codeTitle', { till: name })}>
      {isPaired ? (
        <Notice tone="good" icon={<BadgeCheck className="size-5" />} title={t('peopleAndTills.codeUsed')}>
          {t('peopleAndTills.codeUsedText', { till: name })}
        </Notice>
      ) : (
        <Code {...shown} />
      )}
    </Dialog>
  )
}

function Code({ pairingCode, receivedMs }: Shown): ReactNode {
  const { t } = useTranslation()
  const left = useSecondsLeft(receivedMs + PAIRING_CODE_MS)
  const address = `${location.origin}/till`
  if (left === 0)
    return <Notice tone="alarm" icon={<Clock className="size-5" />} title={t('peopleAndTills.codeOver')} />
  return (
    <>
      <p className="mb-4 text-ink-soft wrap-anywhere">
        {t('peopleAndTills.codeText', { address: address.replace(/^https?:\/\//, '') })}
      </p>
      <QrCode
        text={`${address}?code=${pairingCode}`}
        label={t('peopleAndTills.code') + t('common.namely', { what: pairingCode })}
      />
      <p translate="no" data-testid="pairing-code" className="mt-4 text-center text-figure font-bold tracking-wide">
        {spacedCode(pairingCode)}
      </p>
      <p className="mt-1 text-center text-ink-soft">{t('peopleAndTills.codeLeft', { time: asMinutes(left) })}</p>
    </>
  )
}
