import { useEffect, useRef, useState } from 'react'
import { isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { isSameAward } from '#web/lib/outbox/same-award.ts'
import { FIELDS, type CounterField, type CounterForm, type CounterInput } from './counter-form-schema.ts'

type Values = Readonly<Record<CounterField, unknown>>

/** A submitted award, in progress or queued. */
export interface Turn {
  input: CounterInput
  /** The fields as submitted. */
  sent: Values
  /** The form holds another buyer's code, and nothing of this award. */
  left: boolean
}

export interface Turns {
  /** Makes an award, after the one in progress. Repeating the same award does nothing (C18). */
  take: (input: CounterInput) => void
  /** Whether this award is in progress or queued. */
  holds: (input: CounterInput) => boolean
  /** Whether the fields' award is in progress or queued, so that Enter would do nothing. */
  isTaken: (values: Values) => boolean
  isNext: (turn: Turn) => boolean
  /** Clears the submitted award's fields, but keeps anything typed for the next one. */
  emptyWhatWasSent: (turn: Turn) => void
}

/** Queues a form's awards: the cashier serves the next buyers while the last reply is outstanding. */
export function useTurns(form: CounterForm, award: (turn: Turn) => Promise<void>): Turns {
  const underWay = useRef<Turn>(undefined)
  /** Queued awards in order. Only the last may still be in the fields. */
  const waiting = useRef<Turn[]>([])
  /** The last submitted award, until the form holds another buyer's code or its reply arrives. */
  const last = useRef<Turn>(undefined)
  const [taken, setTaken] = useState<Values>()
  const code = normaliseCode(form.watch('buyerId'))

  const inTurn = (): Turn[] => [underWay.current, ...waiting.current].filter((turn) => turn !== undefined)

  useEffect(() => {
    if (!isBuyerCode(code)) return
    const before = form.getValues()
    for (const turn of inTurn()) {
      // A queued award that was edited is not sent as it was.
      const goesAsSent = turn === underWay.current || areSame({ ...before, buyerId: turn.sent.buyerId }, turn.sent)
      if (goesAsSent && code !== turn.input.buyerId) turn.left = true
    }
    const sent = last.current?.sent
    if (!sent || code === last.current?.input.buyerId) return
    // Clears the previous buyer's amount; whatever is typed from now on is this buyer's, even the same amount.
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
    // Submitting the queued fields again replaces them.
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
      // Skips an award being edited, which its cashier will submit. A half-typed code is the next buyer's.
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
