/** Where a command finds what it works on: as its options say, as the environment does, or where Hatik runs here. */
import { checkedAddress, type AddressName } from '#platform/env-addresses.ts'
import { readInstance, type Instance } from './instance.ts'

type Source = { field: 'address' | 'databaseUrl' | 'eventStoreUrl'; variable?: AddressName }

const SOURCES = {
  address: { field: 'address' },
  database: { field: 'databaseUrl', variable: 'DATABASE_URL' },
  'event-store': { field: 'eventStoreUrl', variable: 'EVENTSTORE_URL' },
} as const satisfies Record<string, Source>

export type AddressOption = keyof typeof SOURCES

/**
 * The addresses of these options of a command (`--database`), of which `values` are what was given. Throws where Hatik is not running here and one is
 * not given, and where one is none.
 */
export async function addressesFor<O extends AddressOption>(options: readonly O[], values: { readonly [option in AddressOption]?: string | undefined }): Promise<Record<O, string>> {
  const given = options.map((option) => {
    const { field, variable }: Source = SOURCES[option]
    return { option, field, variable, value: values[option] ?? (variable && process.env[variable]) }
  })
  // Whose data folder this is does not matter where nothing of it is asked.
  const instance: Instance | undefined = given.every(({ value }) => value) ? undefined : await readInstance()
  const found = given.map(({ option, field, variable, value }) => {
    const address = value || instance?.[field]
    if (!address) throw new Error(`Hatik is not running here: start it with npm start, or give ${options.map((each) => `--${each}`).join(' and ')}.`)
    return [option, variable ? checkedAddress(variable, address, values[option] && `--${option}`) : address]
  })
  return Object.fromEntries(found) as Record<O, string>
}
