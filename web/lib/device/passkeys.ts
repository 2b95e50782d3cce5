const IP_ADDRESS = /^[\d.]+$|:/

/** False in browsers without passkeys, on pages without encryption, and at IP addresses, for which there are none. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname)

/** 'known': the device has a passkey of this account. 'stopped': the person or the device ended the prompt. */
export type PasskeyProblem = 'known' | 'stopped'

export const passkeyProblem = (error: unknown): PasskeyProblem =>
  error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'stopped'
