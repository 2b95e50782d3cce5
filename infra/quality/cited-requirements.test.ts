import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const LIST = 'infra/docs/requirements.md'
const FOLDERS = ['services', 'projections', 'web', 'infra']
const within = (folder: string) =>
  readdirSync(repository + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const files = ['README.md', ...FOLDERS.flatMap(within)].filter((file) => /\.(tsx?|md)$/.test(file) && file !== LIST)

/** A mark or a range, but not part of a longer name. */
const MARKS = /(?<![\w-])([RCH])(\d+)(?:(?:-| to )\1(\d+))?(?![\w-])/g
/** A quoted mark is test data, such as a receipt number. */
const DATA = /(['"`])[RCH]\d+\1/g

/** The marks of a text, ranges expanded. */
function marksOf(file: string): string[] {
  const text = readFileSync(`${repository}${file}`, 'utf8')
  const marks = file.endsWith('.md') ? text : text.replaceAll(DATA, '')
  return Array.from(marks.matchAll(MARKS)).flatMap(([, letter = '', first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => `${letter}${Number(first) + step}`),
  )
}

const listed = Array.from(
  readFileSync(repository + LIST, 'utf8').matchAll(/^- \*\*([RCH]\d+)\*\* \S/gm),
  ([, mark]) => mark!,
)
const citedIn = new Map(files.flatMap((file) => marksOf(file).map((mark) => [mark, file] as const)))

it('every requirement cited in a comment, test or document is listed', () => {
  const unknown = Array.from(citedIn).filter(([mark]) => !listed.includes(mark))
  expect(unknown.map(([mark, file]) => `${file}: ${mark}`)).toEqual([])
})

it('every listed requirement is cited, unique and in order', () => {
  expect(listed.filter((mark) => !citedIn.has(mark))).toEqual([])
  const place = (mark: string) => 'RCH'.indexOf(mark[0]!) * 1000 + Number(mark.slice(1))
  expect(listed).toEqual(Array.from(new Set(listed)).toSorted((one, other) => place(one) - place(other)))
})

it('every decision that is cited has a record, which the list of decisions names', () => {
  const folder = `${repository}infra/decisions/`
  const records = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))
  const list = readFileSync(`${folder}README.md`, 'utf8')
  expect(records.filter((record) => !list.includes(`(${record})`))).toEqual([])
  const known = new Set(records.map((record) => Number(record.slice(0, 4))))
  const unknown = files.flatMap((file) =>
    Array.from(readFileSync(repository + file, 'utf8').matchAll(/\bdecisions? (\d+)(?: and (\d+))?/g))
      .flatMap(([, one, other]) => [one, other])
      .filter((number) => number !== undefined && !known.has(Number(number)))
      .map((number) => `${file}: ${number}`),
  )
  expect(unknown).toEqual([])
})
