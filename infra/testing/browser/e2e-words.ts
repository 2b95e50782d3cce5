/** The screens' texts for browser tests. */
import { readFileSync } from 'node:fs'
import type { Language } from '#contracts/calls/session.ts'
import type en from '../../../web/locales/en.json'

export type Words = typeof en

export const wordsOf = (language: Language): Words =>
  JSON.parse(readFileSync(new URL(`../../../web/locales/${language}.json`, import.meta.url), 'utf8')) as Words

/** Interpolates as i18next does. */
export const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')
