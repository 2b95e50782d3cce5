/** The names of a family's events, for a schema that has to know all of them: a new event is in it by itself. */
export const typesOf = <T extends string>(family: Record<T, unknown>): T[] => Object.keys(family) as T[]
