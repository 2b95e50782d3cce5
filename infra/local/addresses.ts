import { checkedAddress, type AddressName } from '#platform/env/env-addresses.ts'
import { readInstance, type Instance } from './instance.ts'

/** `kind`: the variable whose format applies. `variable`: the environment variable, if any. */
type Source = { field: 'address' | 'databaseUrl' | 'eventStoreUrl'; kind: AddressName; variable?: AddressName }

const SOURCES = {
  address: { field: 'address', kind: 'PUBLIC_URL' },
  database: { field: 'databaseUrl', kind: 'DATABASE_URL', variable: 'DATABASE_URL' },
  'event-store': { field: 'eventStoreUrl', kind: 'EVENTSTORE_URL', variable: 'EVENTSTORE_URL' },
} as const satisfies Record<string, Source>

export type AddressOption = keyof typeof SOURCES

/**
 * Resolves these address options; `values` are the given ones. Throws if an address is missing and Hatik is not running
 * here, or if one is invalid.
 */
export async function addressesFor<O extends AddressOption>(
  options: readonly O[],
  values: { readonly [option in AddressOption]?: string | undefined },
): Promise<Record<O, string>> {
  const given = options.map((option) => {
    const { field, kind, variable }: Source = SOURCES[option]
    return { option, field, kind, variable, value: values[option] ?? (variable && process.env[variable]) }
  })
  // The data folder is read only if needed, because it may belong to another user.
  const instance: Instance | undefined = given.every(({ value }) => value) ? undefined : await readInstance()
  const found = given.map(({ option, field, kind, variable, value }) => {
    const address = value || instance?.[field]
    if (!address)
      throw new Error(
        `Hatik is not running here: start it with npm start, or pass ${options.map((each) => `--${each}`).join(' and ')}.`,
      )
    return [option, checkedAddress(kind, address, values[option] ? `--${option}` : variable)]
  })
  return Object.fromEntries(found) as Record<O, string>
}
