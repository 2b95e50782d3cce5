import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardReply, BuyerVerifyReply } from '#contracts/calls/business.ts'
import type { AskedAward } from '#web/components/counter/confirm-award.tsx'
import { isLimitError } from '#web/components/counter/limit-error.ts'
import { whyAsk } from '#web/components/counter/why-ask.ts'
import type { ApiError } from '#web/lib/api/api-error.ts'
import { READ_AGAIN_EVERY_MS, readsAfterAward, subscriptionPath } from '#web/lib/calls/business.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import type { Purchase } from '#web/lib/outbox/same-award.ts'
import { useAwardOutbox, type CounterOutbox } from '#web/lib/outbox/use-award-outbox.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { rememberAct } from '#web/lib/session/last-act.ts'
import { spacedCode, toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useSpaced } from '#web/lib/words/use-spaced.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { Cards } from './use-cards.ts'

/** From this many points on, the sound is a celebration. */
const CELEBRATED_POINTS = 10

export interface AwardOptions {
  businessId: number
  cards: Cards
  /** The sent amount leaves the keypad, which may hold the next one when a refusal returns it. */
  amount: { clear: () => void; giveBack: (amountAmd: number) => void }
  onAwarded: (reply: AwardReply) => void
}

export interface Award extends CounterOutbox {
  /** Asks first about a large amount, or one that waits already. */
  begin: (input: Purchase, buyer: BuyerVerifyReply | undefined) => void
  asking: AskedAward | undefined
  go: () => void
  stay: () => void
  /** The month's limit refused the last award. */
  isLimited: boolean
  /** Ids of the awards made here. */
  own: ReadonlySet<string>
}

/** Awards points through the outbox of the dashboard's form. A refusal shows in the card, or below once that is gone. */
export function useAward({ businessId, cards, amount, onAwarded }: AwardOptions): Award {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<AskedAward & { buyer: BuyerVerifyReply | undefined }>()
  const [isLimited, setLimited] = useState(false)
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set())
  const buyerOf = useRef(new Map<string, BuyerVerifyReply>())
  // After a time offline, many replies arrive at once.
  const afterAward = useSpaced(() => void refresh(readsAfterAward(businessId)), READ_AGAIN_EVERY_MS)
  const counter = useAwardOutbox(businessId, (reply, key) => {
    setOwn((before) => new Set(before).add(reply.awardId))
    setLimited(false)
    afterAward()
    const { card } = cards
    if (card.kind === 'waits' && card.key === key) landed(reply, buyerOf.current.get(reply.buyerId))
  })
  const { outbox, awards } = counter

  function landed(reply: AwardReply, buyer: BuyerVerifyReply | undefined): void {
    cards.show({ kind: 'awarded', reply, ...(buyer && { buyer }) })
    onAwarded(reply)
  }

  async function send(input: Purchase, buyer: BuyerVerifyReply | undefined): Promise<void> {
    const shown = cards.show({ kind: 'sending', input, ...(buyer && { buyer }) })
    if (buyer) buyerOf.current.set(input.buyerId, buyer)
    amount.clear()
    const outcome = await outbox.submit(input)
    if (outcome.kind === 'refused') return refused(shown, input, buyer, outcome)
    if (outcome.kind === 'waiting') {
      if (cards.isShown(shown)) cards.show({ kind: 'waits', key: outcome.key, input })
      return playSound('success')
    }
    const { reply } = outcome
    const points = t('award.awarded', { count: reply.points, points: format.points(toTenths(reply.points)) })
    rememberAct(`${points} · ${spacedCode(reply.buyerId)}`)
    if (cards.isShown(shown)) landed(reply, buyer)
    playSound(reply.points >= CELEBRATED_POINTS ? 'celebration' : 'transaction')
  }

  function refused(
    shown: number,
    input: Purchase,
    buyer: BuyerVerifyReply | undefined,
    { error, key }: { error: ApiError; key: string },
  ): void {
    playSound('error')
    const isLimit = isLimitError(error)
    if (isLimit) {
      setLimited(true)
      void refresh([subscriptionPath(businessId)])
    }
    // The next buyer has the card, so this award shows below until someone has seen it.
    if (!cards.isShown(shown)) return
    const problem = isLimit ? t('award.limitReached') : words.forError(error)
    cards.replace(shown, { kind: 'buyer', code: input.buyerId, problem, ...(buyer && { buyer }) })
    amount.giveBack(input.amountSpent)
    void outbox.dismiss(key)
  }

  return {
    ...counter,
    begin: (input, buyer) => {
      const why = whyAsk(input, awards)
      if (why) setAsked({ input, why, buyer })
      else void send(input, buyer)
    },
    asking: asked,
    go: () => {
      setAsked(undefined)
      if (asked) void send(asked.input, asked.buyer)
    },
    stay: () => setAsked(undefined),
    isLimited,
    own,
  }
}
