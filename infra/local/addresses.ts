/** Where a command finds what it works on: as its options say, as the environment does, or where Hatik runs here. */
import { checkedAddress, type AddressName } from '#platform/env/env-addresses.ts'
import { readInstance, type Instance } from './instance.ts'

/** `kind`: what its address is like. `variable`: the environment names one. */
type Source = { field: 'address' | 'databaseUrl' | 'eventStoreUrl'; kind: AddressName; variable?: AddressName }

const SOURCES = {
  address: { field: 'address', kind: 'PUBLIC_URL' },
  database: { field: 'databaseUrl', kind: 'DATABASE_URL', variable: 'DATABASE_URL' },
  'event-store': { field: 'eventStoreUrl', kind: 'EVENTSTORE_URL', variable: 'EVENTSTORE_URL' },
} as const satisfies Record<string, Source>

export type AddressOption = keyof typeof SOURCES

/**
 * The addresses of these options of a command (`--database`), of which `values` are what was given. Throws where Hatik is not running here and one is
 * not given, and where one is none.
 */
export async function addressesFor<O extends AddressOption>(
  options: readonly O[],
  values: { readonly [option in AddressOption]?: string | undefined },
): Promise<Record<O, string>> {
  const given = options.map((option) => {
    const { field, kind, variable }: Source = SOURCES[option]
    return { option, field, kind, variable, value: values[option] ?? (variable && process.env[variable]) }
  })
  // Whose data folder this is does not matter where nothing of it is asked.
  const instance: Instance | undefined = given.every(({ value }) => value) ? undefined : await readInstance()
  const found = given.map(({ option, field, kind, variable, value }) => {
    const address = value || instance?.[field]
    if (!address)
      throw new Error(
        `Hatik is not running here: start it with npm start, or give ${options.map((each) => `--${each}`).join(' and ')}.`,
      )
    return [option, checkedAddress(kind, address, values[option] ? `--${option}` : variable)]
  })
  return Object.fromEntries(found) as Record<O, string>
}
