/** Advisory lock of buyer codes and ids: shared by sign-ups (migration 0052), exclusive for card orders. Never change it. */
export const CODES_LOCK = 7_301_952
