import { describe, expect, it } from 'vitest'
import {
  daysUntil,
  formatAmd,
  formatDay,
  formatInteger,
  formatMoment,
  formatPoints,
  formatUntilDay,
  spacedCode,
  toTenths,
} from './format.ts'

const NBSP = '\u00a0'

describe('numbers and money', () => {
  it('group thousands with a space in Armenian and a comma in English', () => {
    expect([0, 999, 1_000, 1_234_567].map((whole) => formatInteger(whole, 'am'))).toEqual([
      '0',
      '999',
      `1${NBSP}000`,
      `1${NBSP}234${NBSP}567`,
    ])
    expect([0, 999, 1_000, 1_234_567].map((whole) => formatInteger(whole, 'en'))).toEqual([
      '0',
      '999',
      '1,000',
      '1,234,567',
    ])
  })

  it('show the currency as each language writes it', () => {
    expect(formatAmd(1_249, 'am')).toBe(`1${NBSP}249${NBSP}֏`)
    expect(formatAmd(1_249, 'en')).toBe(`1,249${NBSP}AMD`)
  })
})

describe('points', () => {
  it('show at most one decimal and never a trailing zero (R134)', () => {
    expect([0, 1, 120, 125, 10_338_184, -5, -125].map((tenths) => formatPoints(tenths, 'en'))).toEqual([
      '0',
      '0.1',
      '12',
      '12.5',
      '1,033,818.4',
      '-0.5',
      '-12.5',
    ])
  })

  it('have a decimal comma in Armenian', () => {
    expect([125, 10_338_184].map((tenths) => formatPoints(tenths, 'am'))).toEqual(['12,5', `1${NBSP}033${NBSP}818,4`])
  })

  it("convert the API's strings and numbers without a rounding error", () => {
    expect(['12.0', '12.5', 12.5, 2.4, '0.0', 0.1 + 0.2, 0.1 + 0.7, 'nothing'].map(toTenths)).toEqual([
      120, 125, 125, 24, 0, 3, 8, 0,
    ])
  })
})

describe('days and moments', () => {
  it('are Armenian, wherever the reader is (H10)', () => {
    const lateInUtc = new Date('2026-01-04T21:05:00Z')
    expect(formatDay(lateInUtc, 'am')).toBe(`5${NBSP}հունվարի 2026`)
    expect(formatDay(lateInUtc, 'en')).toBe(`Jan${NBSP}5, 2026`)
    expect(formatMoment(lateInUtc, 'am')).toBe(`5${NBSP}հունվարի 2026, 01:05`)
  })

  it('take the article in Armenian after «մինչև», as in the mails', () => {
    const lateInUtc = new Date('2026-01-04T21:05:00Z')
    expect(formatUntilDay(lateInUtc, 'am')).toBe(`2026${NBSP}թ. հունվարի${NBSP}5-\u2060ը`)
    expect(formatUntilDay(lateInUtc, 'en')).toBe(`Jan${NBSP}5, 2026`)
  })

  it('round the days left of a trial up (R76)', () => {
    const now = new Date('2026-11-20T10:00:00Z')
    const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
    expect([23 * 60, 24 * 60, 24 * 60 + 1, 0, -5].map((minutes) => daysUntil(inMinutes(minutes), now))).toEqual([
      1, 1, 2, 0, 0,
    ])
  })
})

it('a code has a space where people pause', () => {
  expect(spacedCode('AN1234')).toBe(`AN${NBSP}1234`)
  expect(spacedCode('K7MNP2QR')).toBe(`K7MN${NBSP}P2QR`)
})
