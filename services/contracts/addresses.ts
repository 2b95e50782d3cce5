/** Reserved for what is nobody's (RFC 2606): imported customers without an address, people who were erased. Nobody can own one, so nobody may give one. */
export const isNobodysAddress = (address: string): boolean => /\.invalid$/i.test(address)
