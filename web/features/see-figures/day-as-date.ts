/** A calendar day of the API ('2026-11-20') as a moment of that day in Armenia. */
export const dayAsDate = (day: string): Date => new Date(`${day}T12:00:00+04:00`)
