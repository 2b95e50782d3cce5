import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasskeyEntry } from '#contracts/calls/account/passkeys.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { addPasskey, PASSKEYS_PATH, removePasskey, usePasskeys } from '#web/lib/calls/account/passkeys.ts'
import { hasPasskeys } from '#web/lib/device/passkeys.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { NameDialog } from './name-dialog.tsx'

/** Passkeys of the account: add, name, remove. */
export function PasskeyList(): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const card = useRef<HTMLDivElement>(null)
  const reading = usePasskeys()
  const { busy, during } = useBusy()
  const [naming, setNaming] = useState<PasskeyEntry>()
  const [removing, setRemoving] = useState<PasskeyEntry>()

  async function add(): Promise<void> {
    try {
      const added = await addPasskey(t('passkeys.newName', { number: (reading.value?.length ?? 0) + 1 }))
      if (typeof added === 'string') {
        toast.error(t(`passkeys.${added}`))
        return
      }
      await refresh([PASSKEYS_PATH])
      toast.success(t('passkeys.added'))
      setNaming(added)
    } catch (error) {
      toast.error(t('passkeys.addFailed'), { description: forError(error) })
    }
  }

  return (
    <Card title={t('passkeys.title')}>
      <div ref={card} tabIndex={-1} className="-mt-2 flex flex-col gap-4 outline-none">
        <p className="text-ink-soft">{t('passkeys.text')}</p>
        <ReadingState reading={reading}>
          {(passkeys) =>
            passkeys.length === 0 ? (
              <p>{t('passkeys.none')}</p>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => setNaming(passkey)}
                    onRemove={() => setRemoving(passkey)}
                  />
                ))}
              </ul>
            )
          }
        </ReadingState>
        {hasPasskeys() ? (
          <Button look="secondary" className="self-start" busy={busy} onClick={() => void during(add)}>
            <KeyRound aria-hidden className="size-4" />
            <span>{t('passkeys.add')}</span>
          </Button>
        ) : (
          <p className="text-small text-ink-soft">{t('passkeys.unsupported')}</p>
        )}
      </div>
      <NameDialog passkey={naming} onClose={() => setNaming(undefined)} />
      <RemoveDialog
        passkey={removing}
        onClose={() => setRemoving(undefined)}
        // The row that opened the dialog is gone.
        onRemoved={() => card.current?.focus()}
      />
    </Card>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  passkey: PasskeyEntry
  onRename: () => void
  onRemove: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const used = lastUsedAt && t('passkeys.lastUsed', { moment: format.moment(new Date(lastUsedAt)) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <KeyRound aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">
          {t('passkeys.addedAt', { moment: format.moment(new Date(createdAt)) })}
        </p>
        <p className="text-small text-ink-soft">{used ?? t('passkeys.neverUsed')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" aria-haspopup="dialog" aria-label={t('passkeys.renameFor', { name })} onClick={onRename}>
          <Pencil aria-hidden className="size-4" />
          <span>{t('passkeys.rename')}</span>
        </Button>
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-label={t('passkeys.removeFor', { name })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
          <span>{t('passkeys.remove')}</span>
        </Button>
      </div>
    </li>
  )
}

function RemoveDialog({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: PasskeyEntry | undefined
  onClose: () => void
  onRemoved: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const refresh = useRefresh()
  const shown = useLast(passkey)
  const action = useAction(removePasskey)
  const isRemoved = useRef(false)

  async function remove(id: string): Promise<void> {
    try {
      await action.run(id).catch(unlessRemoved)
      isRemoved.current = true
      await refresh([PASSKEYS_PATH])
      toast.success(t('passkeys.removed'))
    } catch (error) {
      toast.error(t('passkeys.removeFailed'), { description: forError(error) })
    }
    onClose()
  }

  return (
    <AlertDialog
      open={passkey !== undefined}
      look="alarm"
      title={t('passkeys.removeTitle', { name: shown?.name })}
      description={t('passkeys.removeText')}
      stay={t('wayBack.keep')}
      go={t('passkeys.removeGo')}
      busy={action.running}
      onStay={onClose}
      onGo={() => void (passkey && remove(passkey.id))}
      onCloseFocus={(event) => {
        if (!isRemoved.current) return
        isRemoved.current = false
        event.preventDefault()
        onRemoved()
      }}
    />
  )
}

/** It has been removed meanwhile, as requested. */
function unlessRemoved(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}
