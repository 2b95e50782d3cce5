import { useEffect, useRef, useState } from 'react'
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import type { AwardBody } from '#web/lib/outbox/waiting-store.ts'
import { FIELDS, type CounterField, type CounterForm, type CounterInput } from './counter-form-schema.ts'

type Values = Readonly<Record<CounterField, unknown>>

type Purchase = Omit<AwardBody, 'happenedAt'>

/** An award that was sent off: it is under way, or waits for the one before it. */
export interface Turn {
  input: CounterInput
  /** As it stood in the fields. */
  sent: Values
  /** Another buyer's code stands in the form by now, and nothing of this award any more. */
  left: boolean
}

export interface Turns {
  /** Makes an award; where one is under way, after that one. Enter once more for the same award does nothing (C18). */
  take: (input: CounterInput) => void
  /** Whether this award is under way or waits: sending it off once more does nothing. */
  holds: (input: CounterInput) => boolean
  /** Whether what stands in the fields is being awarded, or will be: Enter would do nothing more. */
  isTaken: (values: Values) => boolean
  /** Whether the fields are the next award's. */
  isNext: (turn: Turn) => boolean
  /** What was typed for the next award stays. Otherwise whatever was added to what was sent belonged to it, and goes, too. */
  emptyWhatWasSent: (turn: Turn) => void
}

/** The awards of one form take turns: the cashier serves the next buyers while the answer for the last one is on its way. */
export function useTurns(form: CounterForm, award: (turn: Turn) => Promise<void>): Turns {
  const underWay = useRef<Turn>(undefined)
  /** What was sent off meanwhile, in order. The last one may still stand in the fields; all before it have left them. */
  const waiting = useRef<Turn[]>([])
  /** What was sent off last, until another buyer's code stands in the form or it has been answered. */
  const last = useRef<Turn>(undefined)
  const [taken, setTaken] = useState<Values>()
  const code = normaliseCode(form.watch('buyerId'))

  /** What is under way and what waits, in order. */
  const inTurn = (): Turn[] => [underWay.current, ...waiting.current].filter((turn) => turn !== undefined)

  useEffect(() => {
    if (!isBuyerCode(code)) return
    const before = form.getValues()
    for (const turn of inTurn()) {
      // What waits and was typed at again is not sent off as it was.
      const goesAsSent = turn === underWay.current || areSame({ ...before, buyerId: turn.sent.buyerId }, turn.sent)
      if (goesAsSent && code !== turn.input.buyerId) turn.left = true
    }
    const sent = last.current?.sent
    if (!sent || code === last.current?.input.buyerId) return
    // The last buyer's amount is not this one's: whatever stands beside this code from now on was typed for it, also where it is the same.
    last.current = undefined
    for (const field of FIELDS) if (field !== 'buyerId' && before[field] === sent[field]) form.setValue(field, '')
  }, [code, form])

  const standing = (): Turn | undefined => waiting.current.find(({ left }) => !left)
  const holds = (input: CounterInput): boolean => inTurn().some((turn) => isSameAward(input, turn.input))

  function take(input: CounterInput): void {
    const turn = { input, sent: form.getValues(), left: false }
    last.current = turn
    setTaken(turn.sent)
    if (!underWay.current) return void run(turn)
    // Enter once more for what stands there: as it is now.
    waiting.current = waiting.current.filter(({ left }) => left)
    if (!holds(input)) waiting.current.push(turn)
  }

  async function run(turn: Turn): Promise<void> {
    underWay.current = turn
    try {
      await award(turn)
    } finally {
      underWay.current = undefined
      const next = waiting.current.shift()
      // Not what somebody goes on typing at: she will send it off herself. A code that is half typed by now is the next buyer's.
      if (next && (next.left || areSame(next.sent, { ...form.getValues(), buyerId: next.sent.buyerId }))) void run(next)
      if (last.current && !holds(last.current.input)) last.current = undefined
      setTaken(last.current?.sent)
    }
  }

  const isNext = ({ input }: Turn): boolean =>
    standing() !== undefined || normaliseCode(form.getValues('buyerId')) !== input.buyerId
  return {
    take,
    holds,
    isTaken: (values) => taken !== undefined && areSame(taken, values),
    isNext,
    emptyWhatWasSent(turn) {
      const now = form.getValues()
      const stays = (field: CounterField): boolean =>
        isNext(turn) && (turn.left || standing() !== undefined || now[field] !== turn.sent[field])
      const kept = FIELDS.filter(stays)
      form.reset()
      for (const field of kept) form.setValue(field, now[field])
    },
  }
}

const areSame = (one: Values, other: Values): boolean => FIELDS.every((field) => one[field] === other[field])

/** Whether these are most likely one purchase. A receipt that was forgotten at first is still of the same one. */
export function isSameAward(one: Purchase, other: Purchase): boolean {
  return (
    one.buyerId === other.buyerId &&
    one.amountSpent === other.amountSpent &&
    (other.receipt === undefined || one.receipt === other.receipt)
  )
}
