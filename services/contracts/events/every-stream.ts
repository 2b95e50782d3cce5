import { CARD_PREFIX } from './card-events.ts'
import { HEADS_STREAM } from './head-events.ts'
import { PERSON_PREFIX } from './person-events.ts'
import { LOG_PREFIXES } from './support-events.ts'

/** Streams of the event outbox outside the ledger's log. */
export const BESIDE_PREFIXES: readonly string[] = [HEADS_STREAM, PERSON_PREFIX, CARD_PREFIX]

/** Of every stream that Hatik writes. */
export const EVERY_PREFIX: readonly string[] = [...LOG_PREFIXES, ...BESIDE_PREFIXES]
