/** Reserved for what is nobody's (RFC 2606): imported customers without an address, people who were erased. Nobody can own one, so nobody may give one. */
export const isNobodysAddress = (address: string): boolean => /\.invalid$/i.test(address)

/** A mail server would take a mail to such an address (RFC 5321 without quoted names and numeric hosts; RFC 6531). */
export const DELIVERABLE =
  /^(?=.{1,64}@)[^\s.@<>()[\]\\,:;"\p{C}]+(\.[^\s.@<>()[\]\\,:;"\p{C}]+)*@([\p{L}\p{M}\p{N}]+(-+[\p{L}\p{M}\p{N}]+)*\.)+(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu

export const isDeliverable = (address: string): boolean => DELIVERABLE.test(address)
