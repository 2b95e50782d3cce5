/** `.invalid` (RFC 2606): for imported customers without an address and erased people, so nobody may enter one. */
export const isNobodysAddress = (address: string): boolean => /\.invalid$/i.test(address)

/** RFC 5321 without quoted names and numeric hosts; RFC 6531. */
export const DELIVERABLE =
  /^(?=.{1,64}@)[^\s.@<>()[\]\\,:;"\p{C}]+(\.[^\s.@<>()[\]\\,:;"\p{C}]+)*@([\p{L}\p{M}\p{N}]+(-+[\p{L}\p{M}\p{N}]+)*\.)+(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu

export const isDeliverable = (address: string): boolean => DELIVERABLE.test(address)
