import { useEffect, useRef, useState } from 'react'
import { isBuyerCode, normaliseCode } from '#contracts/codes.ts'
import type { AwardBody } from '#web/lib/waiting-store.ts'
import { FIELDS, type CounterField, type CounterForm, type CounterInput } from './counter-form-schema.ts'

type Values = Readonly<Record<CounterField, unknown>>

type Purchase = Omit<AwardBody, 'happenedAt'>

/** An award that is under way. */
export interface Turn {
  input: CounterInput
  /** As it stood in the fields. */
  sent: Values
  /** Another buyer's code stands in the form by now, and nothing of this award any more. */
  left: boolean
}

export interface Turns {
  /** Makes an award; where one is under way, after that one. Enter once more for the same award does nothing (C18). */
  take: (input: CounterInput) => Promise<void>
  /** Whether an award is under way, at this moment. */
  areTaken: () => boolean
  /** Whether what stands in the fields is being awarded, or will be: Enter would do nothing more. */
  isTaken: (values: Values) => boolean
  /** Whether the fields are the next award's. */
  isNext: (turn: Turn) => boolean
  /** What was typed for the next award stays. Otherwise whatever was added to what was sent belonged to it, and goes, too. */
  emptyWhatWasSent: (turn: Turn) => void
}

/**
 * The awards of one form take turns: the cashier serves the next buyer while the answer for the last one is on its way. `submit` sends off what
 * stands in the form, as Enter would.
 */
export function useTurns(form: CounterForm, award: (turn: Turn) => Promise<void>, submit: () => void): Turns {
  const underWay = useRef<Turn>(undefined)
  /** What was sent off meanwhile. */
  const next = useRef<Values>(undefined)
  const [taken, setTaken] = useState<Values>()
  const code = normaliseCode(form.watch('buyerId'))

  // The last buyer's amount is not this one's: whatever stands beside this code from now on was typed for it, also where it is the same.
  useEffect(() => {
    const turn = underWay.current
    if (!turn || turn.left || !isBuyerCode(code) || code === turn.input.buyerId) return
    turn.left = true
    for (const field of ['amountSpent', 'receipt'] as const) if (form.getValues(field) === turn.sent[field]) form.setValue(field, '')
  }, [code, form])

  async function take(input: CounterInput): Promise<void> {
    const values = form.getValues()
    if (underWay.current) {
      next.current = isSameAward(input, underWay.current.input) ? undefined : values
      return setTaken(values)
    }
    const turn = { input, sent: values, left: false }
    underWay.current = turn
    setTaken(values)
    try {
      await award(turn)
    } finally {
      underWay.current = undefined
      setTaken(undefined)
      const wanted = next.current
      next.current = undefined
      // Not what somebody goes on typing at: she will send it off herself.
      if (wanted && areSame(wanted, form.getValues())) submit()
    }
  }

  const isNext = ({ input }: Turn): boolean => next.current !== undefined || normaliseCode(form.getValues('buyerId')) !== input.buyerId
  return {
    take,
    areTaken: () => underWay.current !== undefined,
    isTaken: (values) => taken !== undefined && areSame(taken, values),
    isNext,
    emptyWhatWasSent(turn) {
      const now = form.getValues()
      const stays = (field: CounterField): boolean => isNext(turn) && (turn.left || next.current !== undefined || now[field] !== turn.sent[field])
      const kept = FIELDS.filter(stays)
      form.reset()
      for (const field of kept) form.setValue(field, now[field])
    },
  }
}

const areSame = (one: Values, other: Values): boolean => FIELDS.every((field) => one[field] === other[field])

/** A receipt that was forgotten at first is still of the same purchase. */
function isSameAward(one: Purchase, other: Purchase): boolean {
  return one.buyerId === other.buyerId && one.amountSpent === other.amountSpent && (other.receipt === undefined || one.receipt === other.receipt)
}
