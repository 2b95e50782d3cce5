import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { StatementLine } from '#contracts/calls/statement.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { useMovementWords } from './movement-words.ts'

afterEach(cleanup)

const refund: StatementLine = {
  position: '1',
  eventId: 'a',
  type: 'PointsRefunded',
  happenedAt: '2026-11-20T10:00:00Z',
  recordedAt: '2026-11-20T10:00:00Z',
  doneBy: 'yourself',
  perkName: 'Coffee',
  amountAmd: null,
  receipt: null,
  reason: null,
  missing: null,
  awardId: null,
  redemptionId: 'b',
  balanceBefore: '0.0',
  points: '10.0',
  balance: '10.0',
  countedAmd: null,
  leftoverAmd: null,
}

function What({ line }: { line: StatementLine }): ReactNode {
  return <p>{useMovementWords().what(line)}</p>
}

it.each([
  ['am', 'Վերադարձ՝ Coffee', 'Կոդի ժամկետն անցել է, վերադարձ՝ Coffee'],
  ['en', 'Refund: Coffee', 'Code expired, refund: Coffee'],
] as const)(
  'points returned by an expired code are told from those of a cancellation (%s; H5)',
  async (language, own, ended) => {
    await startAllWords(language)
    render(<What line={refund} />)
    render(<What line={{ ...refund, doneBy: 'system' }} />)
    expect(screen.getByText(own)).toBeTruthy()
    expect(screen.getByText(ended)).toBeTruthy()
  },
)
