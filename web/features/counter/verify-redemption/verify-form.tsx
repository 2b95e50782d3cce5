import { zodResolver } from '@hookform/resolvers/zod'
import { BadgeCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { verifyRedemptionSchema } from '#contracts/calls/business.ts'
import type { RedemptionPreview } from '#contracts/calls/counter.ts'
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { CodeInput } from '#web/components/inputs/code-input.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { previewRedemption } from '#web/lib/calls/counter.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { hasArmenian } from '#web/lib/device/latin-keys.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { mayMoveFocus } from '#web/lib/device/may-move-focus.ts'
import { useOnline } from '#web/lib/api/online.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { useCodeUse } from '#web/components/counter/use-code-use.ts'
import { UndoUseDialog } from '#web/components/counter/undo-use-dialog.tsx'
import { useUndoUse, type Verified } from '#web/components/counter/use-undo-use.ts'

/** Then the cashier is told that it takes longer. */
const SLOW_AFTER_MS = 4_000

/**
 * The counter's second form: a buyer's redemption code. The first Enter or scan shows what the code is for; the second,
 * with the same code, uses it.
 */
export function VerifyForm({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const online = useOnline()
  const form = useForm({ resolver: zodResolver(verifyRedemptionSchema), defaultValues: { redemptionCode: '' } })
  const element = useRef<HTMLFormElement>(null)
  const region = useRef<HTMLDivElement>(null)
  /** What an unused code is for. */
  const [preview, setPreview] = useState<{ code: string; reply: RedemptionPreview }>()
  const [verified, setVerified] = useState<Verified>()
  /** The code being verified. */
  const [asked, setAsked] = useState<string>()
  const [isSlow, setSlow] = useState(false)
  const underWay = useRef<string>(undefined)
  const held = normaliseCode(form.watch('redemptionCode'))
  const undo = useUndoUse(businessId, () => setVerified(undefined))
  const codeUse = useCodeUse(businessId)

  // On a phone the result is below the screen. Scrolls at once, without animation.
  useEffect(() => {
    if ((preview || verified || isSlow) && mayMoveFocus(element.current))
      region.current?.scrollIntoView({ block: 'nearest' })
  }, [preview, verified, isSlow])

  useEffect(() => {
    setSlow(false)
    if (asked === undefined) return
    const slow = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(slow)
  }, [asked])

  /** The previous result does not apply to this code, whoever refuses it. */
  const forget = (): void => {
    setPreview(undefined)
    setVerified(undefined)
  }
  const focus = (how?: { shouldSelect: boolean }): void => {
    if (mayMoveFocus(element.current)) form.setFocus('redemptionCode', how)
  }
  /** The next input replaces the wrong one. */
  const select = (): void => form.setFocus('redemptionCode', { shouldSelect: true })
  const isBlocked = (code: string): boolean => normaliseCode(form.getValues('redemptionCode')) === code
  const submit = form.handleSubmit(
    ({ redemptionCode }) => {
      if (underWay.current === redemptionCode) return
      // A code is spent with its reply, and each reply has to be seen, so the next code stays in the field until then.
      if (underWay.current !== undefined)
        return toast.error(t('verify.oneMoment'), {
          description: t('verify.oneMomentText', { code: spacedCode(underWay.current) }),
        })
      forget()
      // The code may be spent elsewhere at the same moment, so nothing is handed over offline.
      if (!online) return
      if (isBuyerCode(redemptionCode)) {
        form.setError('redemptionCode', {})
        return select()
      }
      const isAsked = preview?.code === redemptionCode || codeUse.isOpen(redemptionCode)
      void oneAtATime(redemptionCode, isAsked ? verify : look)
    },
    () => {
      // Enter in the empty field is no next code.
      if (form.getValues('redemptionCode').trim() !== '') forget()
      select()
    },
  )

  async function oneAtATime(code: string, work: (code: string) => Promise<void>): Promise<void> {
    underWay.current = code
    setAsked(code)
    try {
      await work(code)
    } finally {
      underWay.current = undefined
      setAsked(undefined)
    }
  }

  async function look(code: string): Promise<void> {
    try {
      const reply = await previewRedemption(businessId, code)
      if (reply.state === 'pending') {
        setPreview({ code, reply })
        toast.over(t('verify.failed'), t('verify.unknown'), t('verify.oneMoment'))
      } else fail(code, t(`dashboardErrors.redemption_${reply.state}`))
    } catch (error) {
      fail(code, words.forError(error))
    }
    // The next scan replaces the code, and Enter confirms it.
    focus({ shouldSelect: isBlocked(code) })
  }

  function fail(code: string, why: string): void {
    playSound('error')
    toast.error(t('verify.failed'), { description: `${spacedCode(code)} · ${why}` })
  }

  async function verify(code: string): Promise<void> {
    try {
      const reply = await codeUse.run(code)
      rememberAct(`${t('verify.give', { perk: reply.perk.name })} · ${spacedCode(code)}`)
      setVerified({ code, reply, atMs: Date.now() })
      toast.over(t('verify.failed'), t('verify.unknown'), t('verify.oneMoment'))
      playSound('perkRedemption')
      // The field may hold another code already.
      if (isBlocked(code)) form.reset()
      focus()
    } catch (error) {
      // The code may be spent, so reporting a failure would send its buyer away.
      if (error instanceof ApiError && error.outcomeUnknown) {
        playSound('error')
        toast.error(t('verify.unknown'), {
          description: t('verify.unknownText', { code: spacedCode(code) }),
          durationMs: LONG_TOAST_MS,
        })
      } else fail(code, words.forError(error))
      focus({ shouldSelect: isBlocked(code) })
    }
  }

  const isBusy = asked !== undefined && asked === held
  const fieldError = form.formState.errors.redemptionCode
  const wrongKind = isBuyerCode(held)
  const error =
    fieldError &&
    (wrongKind
      ? t('verify.thatIsBuyerCode')
      : hasArmenian(held)
        ? t('fields.latinCode')
        : words.forField(fieldError.message))
  return (
    <Card title={t('verify.title')}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field quietLabel label={t('verify.code')} error={online ? error : t('verify.offline')}>
          {(ids) => (
            <CodeInput
              {...ids}
              {...form.register('redemptionCode')}
              placeholder={t('verify.codeExample')}
              required
              disabled={!online}
              scanLabel={t('verify.scan')}
              scannerTitle={t('verify.scan')}
              onScan={(text) => {
                form.setValue('redemptionCode', text)
                void submit()
              }}
              afterScan={select}
            >
              <Button
                type="submit"
                look="secondary"
                size="large"
                className="w-full shrink-0 sm:w-auto"
                busy={isBusy}
                aria-disabled={!online || isBusy || undefined}
              >
                {t(preview !== undefined && preview.code === held ? 'verify.use' : 'verify.submit')}
              </Button>
            </CodeInput>
          )}
        </Field>
        {/* Rendered while empty: screen readers skip content that arrives with its live region. */}
        <div ref={region} aria-live="polite" data-testid="verify-region" className="scroll-my-4 empty:-mt-4">
          {isSlow && asked !== undefined && (
            <p className="rounded-field bg-apricot-soft px-4 py-3">{t('verify.slow', { code: spacedCode(asked) })}</p>
          )}
          {preview && !isSlow && (
            <div data-testid="verify-preview" className="animate-appear rounded-field bg-apricot-soft px-4 py-3">
              <p className="text-lead font-bold">{t('verify.ask', { perk: preview.reply.perk.name })}</p>
              <p>
                {t('verify.askText', {
                  code: spacedCode(preview.code),
                  buyer: spacedCode(preview.reply.buyer.buyerId),
                })}
              </p>
            </div>
          )}
          {verified && (
            <div
              data-testid="verify-result"
              className="flex animate-appear items-center gap-3 rounded-field bg-leaf-soft px-4 py-3"
            >
              <BadgeCheck aria-hidden className="size-8 shrink-0 text-leaf-text" />
              <div className="min-w-0 grow">
                <p className="text-lead font-bold text-leaf-text">
                  {t('verify.give', { perk: verified.reply.perk.name })}
                </p>
                <p>{`${t('verify.code')} ${spacedCode(verified.code)} · ${t('verify.buyer', { code: spacedCode(verified.reply.buyer.buyerId) })}`}</p>
              </div>
              <Button
                look="quiet"
                className="shrink-0 px-3"
                busy={undo.running}
                aria-label={t('verify.undoFor', { perk: verified.reply.perk.name, code: spacedCode(verified.code) })}
                onClick={() => undo.begin(verified)}
              >
                <Undo2 aria-hidden className="size-5" />
                <span className="hidden sm:inline">{t('verify.undo')}</span>
              </Button>
            </div>
          )}
        </div>
      </form>
      <UndoUseDialog undo={undo} />
    </Card>
  )
}
