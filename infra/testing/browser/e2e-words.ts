/** The screens' texts, for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contracts/calls/account/session.ts'
import type { Words } from '#web/lib/words/words.ts'

export type { Words }

const LOCALES = join(import.meta.dirname, '../../../web/locales')

/** Of all namespaces. */
export const wordsOf = (language: Language): Words =>
  Object.assign({}, ...Object.values(namespacesOf(language))) as Words

/** Sections by namespace. */
export function namespacesOf(language: Language): Record<string, Partial<Words>> {
  const files = readdirSync(join(LOCALES, language))
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as Partial<Words>,
    ]),
  )
}

/** Interpolates as i18next does. */
export const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')
