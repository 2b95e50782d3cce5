/** What a notification says: a business, points and days; nothing else of a person (decision 56). */
import type { Language } from '#contracts/calls/account/session.ts'
import { formatPoints } from '#contracts/units/formats.ts'
import { dayInWords } from '../mails/words.ts'

/** Tenths of points. `lastDay`: 'YYYY-MM-DD'. */
export type PushFacts =
  | { kind: 'points' | 'perk'; businessName: string; tenths: number; balanceTenths: number }
  | { kind: 'code'; businessName: string; lastDay: string }

type Words = { title: string; body: string }

const ENGLISH = {
  points: (business: string, points: string, balance: string): Words => ({
    title: business,
    body: `+${points} points. Your balance: ${balance}.`,
  }),
  perk: (business: string, points: string, balance: string): Words => ({
    title: business,
    body: `+${points} points. Your ${balance} points are now enough for a perk.`,
  }),
  code: (business: string, day: string): Words => ({
    title: business,
    body: `Your perk is waiting. Show its code by ${day}.`,
  }),
}

const ARMENIAN: typeof ENGLISH = {
  points: (business, points, balance) => ({
    title: business,
    body: `+${points} միավոր։ Մնացորդը՝ ${balance}։`,
  }),
  perk: (business, points, balance) => ({
    title: business,
    body: `+${points} միավոր։ Ձեր ${balance} միավորն արդեն բավարար է պարգևի համար։`,
  }),
  code: (business, day) => ({
    title: business,
    body: `Ձեր պարգևը սպասում է Ձեզ։ Կոդը գործում է մինչև ${day} ներառյալ։`,
  }),
}

export function pushWords(facts: PushFacts, language: Language): Words {
  const words = language === 'am' ? ARMENIAN : ENGLISH
  if (facts.kind === 'code') return words.code(facts.businessName, dayInWords(facts.lastDay, language, 'until'))
  const [points, balance] = [facts.tenths, facts.balanceTenths].map((tenths) => formatPoints(tenths, language))
  return words[facts.kind](facts.businessName, points ?? '', balance ?? '')
}
