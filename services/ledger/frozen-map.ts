/**
 * Immutable map from ids to JSON values in one text: it is read from storage as it is, and only the values that are
 * looked up are parsed.
 * Layout: count; the ids without dashes, sorted; where each value ends; the values, in the order of ids. Numbers have
 * eight hexadecimal digits, and count UTF-16 units.
 */
const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const ID_LENGTH = 32
const NUMBER_LENGTH = 8
const EMPTY = '0'.repeat(NUMBER_LENGTH)

type Entry = { id: string; value: string }

export class FrozenMap<V> {
  readonly text: string
  readonly size: number

  /** Takes the text of another map. Throws if its length is wrong. */
  constructor(text = EMPTY) {
    this.text = text
    this.size = this.#numberAt(0)
    if (!(this.#valueBegin(this.size) === text.length)) throw new RangeError('Not a frozen map')
  }

  get(id: string): V | undefined {
    const wanted = plain(id)
    let [low, high] = [0, this.size - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#idAt(middle)
      if (found === wanted) return JSON.parse(this.#valueAt(middle)) as V
      if (found < wanted) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  /** With the changed entries instead of its own. Throws if a key is no id. */
  with(changed: ReadonlyMap<string, V>): FrozenMap<V> {
    const merged: Entry[] = []
    let next = 0
    const keepBefore = (id: string) => {
      for (; next < this.size && this.#idAt(next) < id; next += 1) merged.push(this.#entryAt(next))
    }
    for (const entry of [...changed].map(entryOf).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      keepBefore(entry.id)
      if (next < this.size && this.#idAt(next) === entry.id) next += 1
      merged.push(entry)
    }
    keepBefore('g')
    return new FrozenMap<V>(textOf(merged))
  }

  #idAt(index: number): string {
    const from = NUMBER_LENGTH + index * ID_LENGTH
    return this.text.slice(from, from + ID_LENGTH)
  }

  #valueAt(index: number): string {
    return this.text.slice(this.#valueBegin(index), this.#valueBegin(index + 1))
  }

  #entryAt(index: number): Entry {
    return { id: this.#idAt(index), value: this.#valueAt(index) }
  }

  /** Of the value at the index; the end of all of them at `size`. */
  #valueBegin(index: number): number {
    const ends = NUMBER_LENGTH + this.size * ID_LENGTH
    const begin = ends + this.size * NUMBER_LENGTH
    return index === 0 ? begin : begin + this.#numberAt(ends + (index - 1) * NUMBER_LENGTH)
  }

  /** NaN where there is none. */
  #numberAt(from: number): number {
    return Number.parseInt(this.text.slice(from, from + NUMBER_LENGTH), 16)
  }
}

const plain = (id: string) => id.replaceAll('-', '')

function entryOf([key, value]: [string, unknown]): Entry {
  if (!ID.test(key)) throw new RangeError(`Not an id: ${key}`)
  return { id: plain(key), value: JSON.stringify(value) }
}

function textOf(entries: readonly Entry[]): string {
  let end = 0
  const ends = entries.map(({ value }) => digits((end += value.length)))
  const parts = [entries.map(({ id }) => id), ends, entries.map(({ value }) => value)]
  return digits(entries.length) + parts.map((part) => part.join('')).join('')
}

const digits = (value: number) => value.toString(16).padStart(NUMBER_LENGTH, '0')
