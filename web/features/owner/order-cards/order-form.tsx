import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CARDS_PER_DAY, CARDS_PER_ORDER, orderCardsSchema } from '#contracts/calls/cards.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { cardBatchesPath, orderCards } from '#web/lib/calls/cards.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Five printed sheets. */
const USUAL = 50

/** `left`: cards that may still be ordered within these 24 hours. */
export function OrderForm({ businessId, left }: { businessId: number; left: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { forAct } = useErrorWords()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const action = useAction((cards: number, key: string) => orderCards(businessId, cards, key))
  const form = useForm({ resolver: zodResolver(orderCardsSchema), defaultValues: { cards: Math.min(USUAL, left) } })
  const wrong = form.formState.errors.cards

  async function order({ cards }: { cards: number }): Promise<void> {
    if (cards > left) return form.setError('cards', { type: 'left' }, { shouldFocus: true })
    try {
      await action.run(cards)
      await refresh([cardBatchesPath(businessId)])
      toast.success(t('cardOrders.ordered', { count: cards, cards: format.integer(cards) }))
    } catch (error) {
      const { title, description } = forAct(t('cardOrders.orderFailed'), error)
      toast.error(title, { description })
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((wanted) => during(() => order(wanted)))(event)}
      className="flex flex-col items-start gap-3"
    >
      <Field
        label={t('cardOrders.count')}
        hint={t('cardOrders.limits', {
          most: format.integer(CARDS_PER_ORDER),
          day: format.integer(CARDS_PER_DAY),
          left: format.integer(left),
        })}
        error={wrong && wordsOf(wrong.type)}
      >
        {(ids) => (
          <Input
            {...ids}
            {...form.register('cards', { setValueAs: wholeNumber })}
            inputMode="numeric"
            autoComplete="off"
            required
            className="max-w-32"
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {t('cardOrders.order')}
      </Button>
    </form>
  )

  function wordsOf(type: string): string {
    return type === 'left'
      ? t('cardOrders.onlyLeft', { left: format.integer(left) })
      : t('cardOrders.wrong', { most: format.integer(CARDS_PER_ORDER) })
  }
}

/** NaN for an empty field, which Number takes for zero. */
const wholeNumber = (typed: string | number): number => (/^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : NaN)
