/**
 * All SQL of the embedded event store. Payloads are written as one parameter per commit and read as hexadecimal text.
 */
import pg, { type Client, type Pool } from 'pg'
import { metadataLimits, MISSING_STREAM, type StoredEvent, type StreamHead, TOMBSTONE_REVISION } from './model.ts'

const INSERT = `
  INSERT INTO events (position, stream, revision, id, type, is_json, created_ms, data, metadata)
  SELECT position, stream, revision, id, type, is_json, created_ms,
         substring($1::bytea FROM at FOR data_length), substring($1::bytea FROM at + data_length FOR metadata_length)
  FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::uuid[], $6::text[], $7::boolean[], $8::bigint[], $9::int[], $10::int[], $11::int[])
    AS e(position, stream, revision, id, type, is_json, created_ms, at, data_length, metadata_length)`

const HEADS = `
  SELECT s.stream, h.revision, m.data
  FROM unnest($1::text[]) AS s(stream)
  LEFT JOIN LATERAL (SELECT revision FROM events e WHERE e.stream = s.stream ORDER BY revision DESC LIMIT 1) h ON true
  LEFT JOIN LATERAL (SELECT data FROM events e WHERE e.stream = '$$' || s.stream ORDER BY revision DESC LIMIT 1) m ON true`

const IDS = `
  SELECT q.stream, e.revision, e.id, e.position
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS q(stream, first, last)
  JOIN events e ON e.stream = q.stream AND e.revision BETWEEN q.first AND q.last`

const COLUMNS = 'position, stream, revision, id, type, is_json, created_ms, data, metadata'
/**
 * Payload bytes after which a page ends; events may have a megabyte, twice that as text. Sizes are known without
 * reading payloads.
 */
const PAGE_BYTES = 4 * 1024 * 1024
const page = (where: string, order: string) => `
  SELECT ${COLUMNS} FROM (
    SELECT *, coalesce(sum(octet_length(data) + octet_length(metadata)) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
    FROM (SELECT ${COLUMNS} FROM events WHERE ${where} ORDER BY ${order} LIMIT $1) AS rows
  ) AS weighed WHERE bytes_before < ${PAGE_BYTES} ORDER BY ${order}`

const READS = {
  allForwards: page('position >= $2', 'position'),
  allBackwards: page('position < $2', 'position DESC'),
  streamForwards: page('stream = $2 AND revision >= $3', 'revision'),
  streamBackwards: page('stream = $2 AND revision <= $3 AND revision >= $4', 'revision DESC'),
}

type Row = [string, string, string, string, string, string, string, string, string]
const asText = { getTypeParser: () => (value: string) => value }

/** `more`: further events may follow. */
export type FoundEvents = { events: StoredEvent[]; more: boolean }

export type StoredId = { stream: string; revision: number; id: string; position: number }

export async function insertEvents(client: Client, events: readonly StoredEvent[]): Promise<void> {
  const payloads: Buffer[] = []
  const starts: number[] = []
  let at = 1
  for (const event of events) {
    payloads.push(event.data, event.metadata)
    starts.push(at)
    at += event.data.length + event.metadata.length
  }
  const column = (value: (event: StoredEvent) => string | number | boolean) => `{${events.map(value).join(',')}}`
  await client.query({
    name: 'insert',
    text: INSERT,
    values: [
      Buffer.concat(payloads),
      column((event) => event.position),
      column((event) => quoted(event.stream)),
      column((event) => event.revision),
      column((event) => event.id),
      column((event) => quoted(event.type)),
      column((event) => event.isJson),
      column((event) => event.createdMs),
      `{${starts.join(',')}}`,
      column((event) => event.data.length),
      column((event) => event.metadata.length),
    ],
  })
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Unknown streams are returned as MISSING_STREAM. */
export async function loadHeads(client: Client | Pool, streams: readonly string[]): Promise<Map<string, StreamHead>> {
  const { rows } = await client.query({ name: 'heads', text: HEADS, values: [streams] })
  const heads = new Map<string, StreamHead>()
  for (const row of rows as { stream: string; revision: string | null; data: Buffer | null }[]) {
    const limits = row.data === null ? MISSING_STREAM : metadataLimits(row.data)
    heads.set(row.stream, {
      revision: row.revision === null ? -1 : Number(row.revision),
      truncateBefore: limits.truncateBefore,
      maxCount: limits.maxCount,
      hasMetadata: row.data !== null,
    })
  }
  return heads
}

/** Stored IDs in ranges of revisions, to recognise repeated appends exactly. */
export async function loadIds(
  client: Client,
  ranges: readonly { stream: string; first: number; last: number }[],
): Promise<StoredId[]> {
  const { rows } = await client.query({
    name: 'ids',
    text: IDS,
    values: [
      ranges.map((range) => range.stream),
      ranges.map((range) => range.first),
      ranges.map((range) => range.last),
    ],
  })
  return (rows as { stream: string; revision: string; id: string; position: string }[]).map((row) => ({
    stream: row.stream,
    revision: Number(row.revision),
    id: row.id,
    position: Number(row.position),
  }))
}

/** 0 if the log is empty. */
export async function lastPosition(client: Client): Promise<number> {
  const { rows } = await client.query('SELECT coalesce(max(position), 0) AS position FROM events')
  return Number((rows[0] as { position: string }).position)
}

/** Pages take milliseconds, so a session silent for this long is abandoned. */
const ANSWER_WAIT_MS = 15_000

/** Reads with its own small pool, so that long catch-ups do not block the writer. */
export class LogReader {
  readonly pool: Pool

  constructor(connectionString: string, onError: (error: Error) => void) {
    this.pool = new pg.Pool({
      connectionString,
      max: 4,
      application_name: 'hatik-eventstore-reader',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WAIT_MS,
      query_timeout: ANSWER_WAIT_MS,
    })
    this.pool.on('error', onError)
  }

  async head(stream: string): Promise<StreamHead> {
    return (await loadHeads(this.pool, [stream])).get(stream) ?? MISSING_STREAM
  }

  /** True if an event has this position, or for position 0. */
  async wasIssued(position: number): Promise<boolean> {
    if (position === 0) return true
    const { rowCount } = await this.pool.query({
      name: 'issued',
      text: 'SELECT 1 FROM events WHERE position = $1',
      values: [position],
    })
    return rowCount === 1
  }

  /** Inclusive. */
  allForwards(fromPosition: number, limit: number): Promise<FoundEvents> {
    return this.#read('allForwards', limit, [fromPosition])
  }

  /** Exclusive, newest first. */
  allBackwards(beforePosition: number, limit: number): Promise<FoundEvents> {
    return this.#read('allBackwards', limit, [beforePosition])
  }

  /** Inclusive. */
  streamForwards(stream: string, fromRevision: number, limit: number): Promise<FoundEvents> {
    return this.#read('streamForwards', limit, [stream, fromRevision])
  }

  /** Both inclusive, newest first. */
  streamBackwards(stream: string, fromRevision: number, downToRevision: number, limit: number): Promise<FoundEvents> {
    return this.#read('streamBackwards', limit, [stream, fromRevision, downToRevision])
  }

  /** Fewer than `limit` if events are large. */
  async #read(name: keyof typeof READS, limit: number, values: unknown[]): Promise<FoundEvents> {
    const { rows } = await this.pool.query({
      name,
      text: READS[name],
      values: [limit, ...values],
      rowMode: 'array',
      types: asText,
    })
    const events = (rows as Row[]).map(toEvent)
    const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
    return { events, more: events.length >= limit || bytes >= PAGE_BYTES }
  }

  close(): Promise<void> {
    return this.pool.end()
  }
}

function toEvent([position, stream, revision, id, type, isJson, createdMs, data, metadata]: Row): StoredEvent {
  const parsed = Number(revision)
  return {
    position: Number(position),
    stream,
    revision: parsed > TOMBSTONE_REVISION ? TOMBSTONE_REVISION : parsed,
    id,
    type,
    isJson: isJson === 't',
    createdMs: Number(createdMs),
    // "\x" followed by two digits per byte.
    data: Buffer.from(data.slice(2), 'hex'),
    metadata: Buffer.from(metadata.slice(2), 'hex'),
  }
}
