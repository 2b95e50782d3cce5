import { zodResolver } from '@hookform/resolvers/zod'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CARD_SECRET_MAX, claimCardSchema, groupedSecret, type CardClaimed } from '#contracts/calls/cards.ts'
import { Dialog, DialogStay } from '#web/components/dialogs/dialog.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { readsAfterRedeem } from '#web/lib/calls/buyer.ts'
import { cardsPath, claimCard } from '#web/lib/calls/cards.ts'
import { statementReads } from '#web/lib/calls/statement.ts'
import { hasArmenian, typeLatin } from '#web/lib/device/latin-keys.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface AddCardDialogProps {
  buyerUserId: number
  open: boolean
  onClose: () => void
}

/** Takes the secret code of a printed card, then shows what the card has brought. */
export default function AddCardDialog({ buyerUserId, open, onClose }: AddCardDialogProps): ReactNode {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const [claimed, setClaimed] = useState<CardClaimed>()
  const action = useAction((secret: string, key: string) => claimCard(buyerUserId, secret, key))

  async function claim(secret: string): Promise<void> {
    setClaimed(await action.run(secret))
    void refresh([...readsAfterRedeem(buyerUserId), statementReads(buyerUserId), cardsPath(buyerUserId)])
  }

  function close(): void {
    setClaimed(undefined)
    onClose()
  }

  return (
    <Dialog
      open={open}
      busy={busy}
      onClose={close}
      title={t('cards.add')}
      {...(!claimed && { description: t('cards.addText') })}
    >
      {claimed ? (
        <Brought claimed={claimed} onDone={close} />
      ) : (
        <SecretForm busy={busy} onSubmit={claim} during={during} />
      )}
    </Dialog>
  )
}

function SecretForm({
  busy,
  during,
  onSubmit,
}: {
  busy: boolean
  during: (work: () => Promise<void>) => Promise<void>
  onSubmit: (secret: string) => Promise<void>
}): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const form = useForm({ resolver: zodResolver(claimCardSchema), defaultValues: { secret: '' } })
  useEffect(() => form.setFocus('secret'), [form])
  const wrong = form.formState.errors.secret

  async function submit(secret: string): Promise<void> {
    try {
      await onSubmit(secret)
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === 'card_not_found'
      if (isUnknown) return form.setError('secret', { type: 'unknown' }, { shouldFocus: true })
      const { title, description } = forAct(t('cards.addFailed'), error)
      toast.error(title, { description })
    }
  }

  function wordsOf(type: string): string {
    if (type === 'unknown') return t('dashboardErrors.card_not_found')
    return t(hasArmenian(form.getValues('secret')) ? 'fields.latinCode' : 'cards.secretWrong')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ secret }) => during(() => submit(secret)))(event)}
      className="flex flex-col gap-4"
    >
      <Field label={t('cards.secret')} hint={t('cards.secretHint')} error={wrong && wordsOf(wrong.type)}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register('secret', {
              onChange: (event: { target: HTMLInputElement }) => groupAtEnd(event.target),
            })}
            maxLength={CARD_SECRET_MAX}
            required
            translate="no"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="uppercase tracking-wide"
            onKeyDown={(event) => typeLatin(event)}
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogStay busy={busy}>{t('cards.stay')}</DialogStay>
        <Button type="submit" className="grow sm:grow-0" busy={busy}>
          {t('cards.add')}
        </Button>
      </div>
    </form>
  )
}

/** Only while typing at the end: elsewhere a new value would move the caret. */
function groupAtEnd(field: HTMLInputElement): void {
  if (field.selectionEnd === field.value.length) field.value = groupedSecret(field.value)
}

function Brought({
  claimed: { buyerId, brought, isComplete },
  onDone,
}: {
  claimed: CardClaimed
  onDone: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useBusinessName()
  const done = useRef<HTMLButtonElement>(null)
  // The button that sent the form is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="good" icon={<Check className="size-5" />} title={t('cards.added', { code: spacedCode(buyerId) })}>
        {brought.length === 0 && isComplete ? <p>{t('cards.broughtNone')}</p> : null}
      </Notice>
      {brought.length > 0 && (
        <section aria-label={t('cards.brought')}>
          <h3 className="font-semibold">{t('cards.brought')}</h3>
          <ul data-testid="brought" className="divide-y divide-line">
            {brought.map(({ businessId, points, ...business }) => (
              <li key={businessId} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 wrap-anywhere">{nameOf(business)}</span>
                <span className="shrink-0 font-bold">
                  {t('points.amount', { count: Number(points), points: format.points(toTenths(points)) })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isComplete && <p>{t('cards.broughtLater')}</p>}
      <Button ref={done} className="self-end" onClick={onDone}>
        {t('cards.done')}
      </Button>
    </div>
  )
}
