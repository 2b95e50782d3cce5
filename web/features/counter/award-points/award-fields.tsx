import { UserRoundCheck } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RECEIPT_MAX } from '#contracts/calls/business.ts'
import { buyerCodeSchema, isRedemptionCode, normaliseCode } from '#contracts/units/codes.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { CodeInput } from '#web/components/inputs/code-input.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { hasArmenian, typeLatin } from '#web/lib/device/latin-keys.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { CounterField, CounterForm } from './counter-form-schema.ts'
import { useVerifyBuyer } from './use-verify-buyer.ts'

const DIGIT = /^\d$/

export interface AwardFieldsProps {
  form: CounterForm
  /** Synchronous; selects the field's content. */
  focusOn: (field: CounterField) => void
}

/** A scanned code is verified, and the amount is next (R91). */
export function AwardFields({ form, focusOn }: AwardFieldsProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const { errors } = form.formState
  const [code, amount] = form.watch(['buyerId', 'amountSpent'])
  /** The scanner closed with a buyer's code. */
  const scanned = useRef(false)
  /** Submitted with Enter, but not a buyer's code. */
  const [wrong, setWrong] = useState<string>()
  const verify = useVerifyBuyer({
    onCode: (given) => {
      form.setValue('buyerId', given)
      form.clearErrors('buyerId')
      focusOn('amountSpent')
    },
    held: () => form.getValues('buyerId'),
  })

  const normalised = normaliseCode(code)

  /**
   * Enter after a code, as a hand scanner sends it, moves on to the amount. After anything else, e.g. a product's
   * barcode, the focus stays for the next scan, because nobody looks at the screen between two scans.
   */
  function toAmount(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || amount !== '' || code === '') return
    event.preventDefault()
    const isCode = buyerCodeSchema.safeParse(code).success
    setWrong(isCode ? undefined : normalised)
    focusOn(isCode ? 'amountSpent' : 'buyerId')
  }

  function codeError(): string | undefined {
    if (wrong === normalised || errors.buyerId) {
      if (hasArmenian(normalised)) return t('fields.latinCode')
      if (isRedemptionCode(normalised)) return t('award.thatIsPerkCode')
      return errors.buyerId ? words.forField(errors.buyerId.message) : t('fields.buyerCode')
    }
    return verify.nobodys === normalised ? t('dashboardErrors.buyer_not_found') : undefined
  }

  return (
    <>
      <Field label={t('award.code')} error={codeError()}>
        {(ids) => (
          <CodeInput
            {...ids}
            {...form.register('buyerId')}
            placeholder={t('award.codeExample')}
            autoFocus
            required
            onKeyDown={toAmount}
            scanLabel={t('award.scan')}
            scannerTitle={t('award.scan')}
            onScan={(text) => {
              scanned.current = verify.ask(text)
            }}
            afterScan={() => {
              focusOn(scanned.current ? 'amountSpent' : 'buyerId')
              scanned.current = false
            }}
          >
            <Button
              look="secondary"
              className="min-h-14 shrink-0 px-4"
              busy={verify.asked === normalised}
              aria-label={t('award.verify')}
              onClick={() => verify.ask(code)}
            >
              <UserRoundCheck aria-hidden className="size-6" />
              <span className="hidden md:inline">{t('award.verifyShort')}</span>
            </Button>
          </CodeInput>
        )}
      </Field>
      <div className="grid items-start gap-3 sm:grid-cols-[1.4fr_1fr]">
        <Field label={t('award.amount')} error={words.forField(errors.amountSpent?.message)}>
          {/* Not a number field, which drops the comma: 1249,00 would be 124900. */}
          {(ids) => (
            <Input
              {...ids}
              {...form.register('amountSpent')}
              size="large"
              inputMode="numeric"
              required
              autoComplete="off"
              onKeyDown={(event) => typeLatin(event, DIGIT)}
            />
          )}
        </Field>
        <Field label={t('award.receipt')} error={words.forField(errors.receipt?.message)}>
          {(ids) => (
            <Input
              {...ids}
              {...form.register('receipt')}
              size="large"
              maxLength={RECEIPT_MAX}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('award.receiptOptional')}
            />
          )}
        </Field>
      </div>
    </>
  )
}
