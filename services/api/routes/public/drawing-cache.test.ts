import { expect, it } from 'vitest'
import { DRAWINGS_MAX, createDrawingCache } from './drawing-cache.ts'

const picture = (name: string) => Promise.resolve(Buffer.from(name))

it('a failed drawing is redrawn on the next request, and fails no other', async () => {
  const drawing = createDrawingCache(10)
  const failing = drawing('cafe', () => Promise.reject(new Error('no thread')))
  const behind = drawing('bakery', () => picture('bakery'))
  await expect(failing).rejects.toThrow('no thread')
  expect(String(await behind)).toBe('bakery')
  expect(String(await drawing('cafe', () => picture('cafe')))).toBe('cafe')
})

it('simultaneous and later requests share one drawing; drawings run one by one', async () => {
  const drawing = createDrawingCache(10)
  const begun: string[] = []
  const waiting = Promise.withResolvers<Buffer>()
  const first = drawing('cafe', () => (begun.push('cafe'), waiting.promise))
  const shared = drawing('cafe', () => (begun.push('cafe again'), picture('another')))
  const next = drawing('bakery', () => (begun.push('bakery'), picture('bakery')))
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['cafe'])
  waiting.resolve(Buffer.from('cafe'))
  expect((await Promise.all([first, shared, next])).map(String)).toEqual(['cafe', 'cafe', 'bakery'])
  expect(String(await drawing('cafe', () => picture('another')))).toBe('cafe')
  expect(begun).toEqual(['cafe', 'bakery'])
})

it('the queue is limited; finished and failed drawings free a place', async () => {
  const drawing = createDrawingCache(2 * DRAWINGS_MAX)
  const begin = Promise.withResolvers<void>()
  const all = Array.from({ length: DRAWINGS_MAX }, (_, index) =>
    drawing(`business ${index}`, async () => {
      await begin.promise
      if (index === 0) throw new Error('no thread')
      return picture('drawn')
    }),
  )
  await expect(drawing('one too many', () => picture('late'))).rejects.toMatchObject({ code: 'busy' })
  const shared = drawing('business 1', () => picture('never drawn'))
  begin.resolve()
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array.from({ length: DRAWINGS_MAX - 1 }, () => 'fulfilled'),
  ])
  expect(String(await shared)).toBe('drawn')
  expect(String(await drawing('one too many', () => picture('late')))).toBe('late')
})
