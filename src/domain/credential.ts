export type CredentialKind = 'party' | 'device' | 'reader' | 'metrics'

/**
 * What each kind of credential may do (contract §1). A device may neither change nor see consent: a lost
 * phone must not reveal who may read what.
 */
export const ABILITIES: Readonly<Record<CredentialKind, ReadonlySet<Ability>>> = {
  party: new Set(['read', 'write', 'infer', 'consent', 'see_consent', 'ask', 'enrol']),
  device: new Set(['read', 'write']),
  reader: new Set(['read', 'see_consent', 'ask']),
  metrics: new Set(['scrape']),
}
export type Ability = 'read' | 'write' | 'infer' | 'consent' | 'see_consent' | 'ask' | 'enrol' | 'scrape'

/** The verified sender of a request. */
export interface Verified {
  readonly credential: number
  readonly kind: CredentialKind
  readonly party: number
  readonly partyId: string
  /** Of a device: its id, its seq in the log, and the time from which on it may read. */
  readonly deviceId?: string
  readonly device?: number
  readonly sinceMs?: number
}
