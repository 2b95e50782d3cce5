import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { Report } from './report.tsx'

afterEach(cleanup)
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['am', 'export', 'Արտահանված ֆայլ՝ 12 345 տողով'],
  ['en', 'export', 'An export with 12,345 lines'],
  ['am', 'statement', '12 345'],
  ['en', 'statement', 'A statement with 12,345 events'],
] as const)("a checked file's length is written in the reader's format (%s, %s)", async (language, kind, words) => {
  await startAllWords(language)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  Element.prototype.scrollIntoView = () => undefined
  const report: VerifyReport = {
    ok: true,
    kind,
    events: 12_345,
    query: null,
    position: null,
    hash: null,
    head: null,
    keyId: null,
    problems: [],
  }
  render(<Report name="file.jsonl" report={report} />)
  const [said] = screen.getByTestId('report').children
  expect(said?.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
})
