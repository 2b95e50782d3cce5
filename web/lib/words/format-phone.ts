const ARMENIAN = /^\+374(\d{2})(\d{2})(\d{2})(\d{2})$/

/** '+37491123456' gives '+374 91 12 34 56'; a foreign number is unchanged. */
export const formatPhone = (phone: string): string => {
  const [, ...groups] = ARMENIAN.exec(phone.replaceAll(' ', '')) ?? []
  return groups.length === 0 ? phone : ['+374', ...groups].join(' ')
}
