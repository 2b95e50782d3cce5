import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardReply } from '#contracts/calls/business.ts'
import { isBuyerCode, isRedemptionCode, normaliseCode } from '#contracts/units/codes.ts'
import { amountAmdSchema } from '#contracts/units/points.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useOnline } from '#web/lib/api/online.ts'
import { verifyBuyer } from '#web/lib/calls/business.ts'
import { hasArmenian } from '#web/lib/device/latin-keys.ts'
import { playSound } from '#web/lib/device/sounds.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { Card } from './card.ts'
import {
  closeCode,
  EMPTY_ENTRY,
  finish,
  isEcho,
  openCode,
  takeBack,
  typeSign,
  withAmount,
  type Entry,
} from './entry.ts'
import { useAward, type Award } from './use-award.ts'
import { useCards } from './use-cards.ts'
import { useRedemption, type Redemption } from './use-redemption.ts'

export interface Counter {
  card: Card
  entry: Entry
  /** Why the amount cannot be awarded. */
  amountError: string | undefined
  award: Award
  redemption: Redemption
  /** From the camera, which also sees codes that nobody aims at: those never end what is on the card. */
  see: (text: string) => void
  /** `atMs`: when a key was pressed; undefined for the screen's keys. */
  type: (sign: string, atMs?: number) => void
  back: () => void
  startCode: () => void
  /** Enter: ends a code, hands over the perk that is asked about, or awards. */
  enter: (atMs?: number) => void
  submit: () => void
  /** Leaves the card, and keeps the amount. */
  leave: () => void
  /** Leaves one thing: the code being typed, the amount, then the card. */
  escape: () => void
}

/** The counter's one flow: a code brings its card, an amount and Enter award. */
export function useCounter(businessId: number, onAwarded: (reply: AwardReply) => void): Counter {
  const { t } = useTranslation()
  const words = useErrorWords()
  const online = useOnline()
  const [entry, setEntry] = useState(EMPTY_ENTRY)
  const [amountError, setAmountError] = useState<string>()
  const cards = useCards()
  const award = useAward({
    businessId,
    cards,
    amount: {
      clear: () => setEntry(EMPTY_ENTRY),
      giveBack: (amountAmd) => setEntry((now) => (now.amount === '' ? withAmount(String(amountAmd)) : now)),
    },
    onAwarded,
  })
  const redemption = useRedemption(businessId, cards)
  const isUndone = cards.card.kind === 'given' && cards.card.verified.reply.redemptionId === redemption.undoneId
  const card: Card = isUndone ? { kind: 'ready' } : cards.card

  function leave(): void {
    if (card.kind !== 'sending' && card.kind !== 'using') cards.show({ kind: 'ready' })
  }

  function refuse(problem: string): void {
    playSound('error')
    cards.show({ kind: 'ready', problem })
  }

  function take(text: string): void {
    const code = normaliseCode(text)
    if (code === '') return
    // A code is spent with its reply, which has to be seen before the next one.
    if (card.kind === 'using') return playSound('error')
    if (isBuyerCode(code)) return void bring(code)
    if (!isRedemptionCode(code)) return refuse(t(hasArmenian(code) ? 'fields.latinCode' : 'counter.neither'))
    if (card.kind === 'asks' && card.code === code) return
    // The code may be spent elsewhere at the same moment, so nothing is handed over offline.
    if (online) redemption.look(code)
    else refuse(t('verify.offline'))
  }

  function see(text: string): void {
    const code = normaliseCode(text)
    if (card.kind === 'ready' || isBuyerCode(code) || isRedemptionCode(code)) take(text)
  }

  async function bring(code: string): Promise<void> {
    if (card.kind === 'buyer' && card.code === code) return
    const shown = cards.show({ kind: 'buyer', code })
    try {
      const buyer = await verifyBuyer(code)
      if (!cards.isShown(shown)) return
      cards.replace(shown, { kind: 'buyer', code, buyer })
      playSound('success')
    } catch (error) {
      if (!cards.isShown(shown)) return
      if (error instanceof ApiError && error.code === 'buyer_not_found')
        return refuse(`${spacedCode(code)} · ${words.forError(error)}`)
      cards.replace(shown, { kind: 'buyer', code, unknown: words.forError(error) })
    }
  }

  function submit(amount: string): void {
    if (card.kind === 'asks' || card.kind === 'looking' || card.kind === 'using' || card.kind === 'sending') return
    if (card.kind !== 'buyer')
      return amount === '' ? void cards.show({ kind: 'ready' }) : refuse(t('counter.codeFirst'))
    // The screen says what an amount brings.
    if (amount === '') return
    const parsed = amountAmdSchema.safeParse(amount)
    setAmountError(parsed.success ? undefined : t('fields.minimumAmount'))
    if (!parsed.success) return playSound('error')
    award.begin({ buyerId: card.code, amountSpent: parsed.data }, card.buyer)
  }

  function change(next: Entry): void {
    setAmountError(undefined)
    setEntry(next)
  }

  return {
    card,
    entry,
    amountError,
    award,
    redemption,
    see,
    type: (sign, atMs) => change(typeSign(entry, sign, atMs)),
    back: () => change(takeBack(entry)),
    startCode: () => change(openCode(entry)),
    enter: (atMs) => {
      if (isEcho(entry, atMs)) return
      const { entry: left, code } = finish(entry, atMs)
      change(left)
      if (code !== undefined) take(code)
      else if (card.kind === 'asks') redemption.use(card.code)
      else submit(left.amount)
    },
    submit: () => submit(entry.amount),
    leave,
    escape: () => {
      if (entry.code !== undefined) return change(closeCode(entry))
      if (card.kind !== 'asks' && entry.amount !== '') return change(EMPTY_ENTRY)
      leave()
    },
  }
}
