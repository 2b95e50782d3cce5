import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import {
  amount,
  byBytes,
  day,
  describeTable,
  flag,
  integer,
  json,
  moment,
  nullable,
  position,
  text,
  uuid,
  word,
  type Row,
  type RowOf,
  type Written,
} from './table.ts'

const { pool } = await testDatabase({ max: 1 })

const things = describeTable(
  'things',
  {
    thingId: integer,
    kind: byBytes(word<'new' | 'old'>()),
    name: nullable(text),
    ownerId: nullable(uuid),
    position,
    priceTenths: nullable(amount),
    isOpen: flag,
    day,
    madeAt: moment,
    endedAt: nullable(moment),
    notes: json<string[]>(),
  },
  { key: ['thingId'], fillfactor: 80, keyFillfactor: 90, indexes: ['(kind)'] },
)
const all = things.select(Object.keys(things.columns) as (keyof typeof things.columns)[], 'thing')

const bare: Written<typeof things.columns> = {
  thingId: 1,
  kind: 'new',
  name: null,
  ownerId: null,
  position: 9_007_199_254_740_993n,
  priceTenths: null,
  isOpen: false,
  day: '2026-11-26',
  madeAt: '2026-11-26T04:05:06.789Z',
  endedAt: null,
  notes: '[]',
}
const whole: Written<typeof things.columns> = {
  ...bare,
  thingId: 2,
  kind: 'old',
  name: 'a "quoted", {braced} \\name',
  ownerId: '01234567-89ab-cdef-8123-456789abcdef',
  priceTenths: 12,
  isOpen: true,
  endedAt: new Date('2026-11-27T00:00:00Z'),
  notes: '["one", "two"]',
}
const bareRow: Row<typeof things.columns> = {
  ...bare,
  position: '9007199254740993',
  madeAt: new Date('2026-11-26T04:05:06.789Z'),
  endedAt: null,
  notes: [],
}
const wholeRow: Row<typeof things.columns> = {
  ...bareRow,
  thingId: 2,
  kind: 'old',
  name: 'a "quoted", {braced} \\name',
  ownerId: '01234567-89ab-cdef-8123-456789abcdef',
  priceTenths: 12,
  isOpen: true,
  endedAt: new Date('2026-11-27T00:00:00Z'),
  notes: ['one', 'two'],
}

beforeAll(async () => {
  await pool.query(`CREATE SCHEMA shelf; ${things.ddl('shelf')}`)
})

async function writtenAndRead(...rows: Written<typeof things.columns>[]): Promise<RowOf<typeof all>[]> {
  await pool.query('TRUNCATE shelf.things')
  await pool.query(things.insert('shelf'), things.values(rows))
  const found = await pool.query<RowOf<typeof all>>(`SELECT ${all} FROM shelf.things AS thing ORDER BY thing.thing_id`)
  return found.rows
}

it('rows are read as they were written, positions to the last digit', async () => {
  expect(await writtenAndRead(bare, whole)).toEqual([bareRow, wholeRow])
})

it('a batch without any value of a nullable column has NULL there in every row', async () => {
  expect(things.values([bare]).filter((value) => value === null)).toHaveLength(4)
  expect(await writtenAndRead(bare, { ...bare, thingId: 2 })).toEqual([bareRow, { ...bareRow, thingId: 2 }])
})

it('no rows are a statement that writes none', async () => {
  expect(await writtenAndRead()).toEqual([])
})

it('an existing row is named by the alias of the INSERT', async () => {
  await writtenAndRead(whole)
  await pool.query(
    `${things.insert('shelf', 'thing')} ON CONFLICT (thing_id) DO UPDATE SET price_tenths = thing.price_tenths + excluded.price_tenths`,
    things.values([whole]),
  )
  const price = things.select(['priceTenths'])
  const { rows } = await pool.query<RowOf<typeof price>>(`SELECT ${price} FROM shelf.things`)
  expect(rows).toEqual([{ priceTenths: 24 }])
})
