/** A family's event type names, so that a schema includes new events automatically. */
export const typesOf = <T extends string>(family: Record<T, unknown>): T[] => Object.keys(family) as T[]
