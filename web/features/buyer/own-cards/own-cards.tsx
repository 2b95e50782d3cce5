import { CreditCard, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldCard } from '#contracts/calls/cards.ts'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { blockCard, cardsPath, useCards } from '#web/lib/calls/cards.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useLast } from '#web/lib/reads/use-last.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export interface OwnCardsProps {
  buyerUserId: number
  /** Opens the dialog, which the first steps open too. */
  onAdd: () => void
}

/** The buyer's printed cards (decision 53); one quiet button without any, because most people have none. */
export default function OwnCards({ buyerUserId, onAdd }: OwnCardsProps): ReactNode {
  const { t } = useTranslation()
  const [blocking, setBlocking] = useState<HeldCard>()
  const reading = useCards(buyerUserId)
  const { value, error } = reading
  if (!value && !error) return null
  const isEmpty = value?.cards.length === 0
  const addButton = (
    <Button look={isEmpty ? 'quiet' : 'secondary'} aria-haspopup="dialog" onClick={onAdd}>
      <Plus aria-hidden className="size-5" />
      <span>{t('cards.add')}</span>
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <div className="flex justify-end print:hidden">{addButton}</div>
      ) : (
        <Card title={t('cards.title')} aside={addButton}>
          <ReadingState reading={reading}>
            {({ cards }) => (
              <>
                <p className="mb-2 text-small text-ink-soft">{t('cards.text')}</p>
                <ul data-testid="own-cards" className="divide-y divide-line">
                  {cards.map((card) => (
                    <CardRow key={card.cardId} card={card} onBlock={() => setBlocking(card)} />
                  ))}
                </ul>
              </>
            )}
          </ReadingState>
        </Card>
      )}
      <BlockDialog buyerUserId={buyerUserId} card={blocking} onClose={() => setBlocking(undefined)} />
    </>
  )
}

function CardRow({
  card: { buyerId, claimedAt, isBlocked },
  onBlock,
}: {
  card: HeldCard
  onBlock: () => void
}): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const code = spacedCode(buyerId)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <CreditCard aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p translate="no" className="font-semibold">
          {code}
        </p>
        <p className="text-small text-ink-soft">{t('cards.addedAt', { moment: format.moment(new Date(claimedAt)) })}</p>
      </div>
      {isBlocked ? (
        <Badge>{t('cards.blocked')}</Badge>
      ) : (
        <Button look="secondary" aria-haspopup="dialog" aria-label={t('cards.blockFor', { code })} onClick={onBlock}>
          {t('cards.block')}
        </Button>
      )}
    </li>
  )
}

/** Asks once; nothing unblocks a card. */
function BlockDialog({
  buyerUserId,
  card,
  onClose,
}: {
  buyerUserId: number
  card: HeldCard | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { forAct } = useErrorWords()
  const refresh = useRefresh()
  const { busy, during } = useBusy()
  const action = useAction((cardId: number, key: string) => blockCard(buyerUserId, cardId, key))
  const code = spacedCode(useLast(card)?.buyerId ?? '')

  async function block({ cardId }: HeldCard): Promise<void> {
    try {
      await action.run(cardId)
      await refresh([cardsPath(buyerUserId)])
      toast.success(t('cards.blockedNow', { code }))
    } catch (error) {
      const { title, description } = forAct(t('cards.blockFailed'), error)
      toast.error(title, { description })
    }
    onClose()
  }

  return (
    <AlertDialog
      open={card !== undefined}
      look="alarm"
      title={t('cards.blockTitle', { code })}
      description={t('cards.blockText')}
      stay={t('wayBack.keep')}
      go={t('cards.block')}
      busy={busy}
      onStay={onClose}
      onGo={() => card && void during(() => block(card))}
    />
  )
}
