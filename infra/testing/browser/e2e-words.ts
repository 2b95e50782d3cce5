/** What the screens say, for browser tests that look for it. */
import { readFileSync } from 'node:fs'
import type { Language } from '#contracts/calls/session.ts'
import type en from '../../../web/locales/en.json'

export type Words = typeof en

export const wordsOf = (language: Language): Words =>
  JSON.parse(readFileSync(new URL(`../../../web/locales/${language}.json`, import.meta.url), 'utf8')) as Words

/** A sentence with its blanks filled in, as i18next would. */
export const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')
