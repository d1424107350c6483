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

/** Whether the holder may not read a record or inference, because it happened before the holder's first day. */
export const isBeforeSince = (
  { sinceMs }: Pick<Verified, 'sinceMs'>,
  { occurredAtMs }: { readonly occurredAtMs: number },
): boolean => sinceMs !== undefined && occurredAtMs < sinceMs

/**
 * Whether the holder may not confirm, correct or retract a record for that reason. What the device itself has
 * sent since that day it may: it corrects what it entered late, though it does not read it.
 */
export function isOutOfReach(
  holder: Pick<Verified, 'partyId' | 'deviceId' | 'sinceMs'>,
  record: {
    readonly occurredAtMs: number
    readonly receivedAtMs: number
    readonly body: { readonly asserted_by: string; readonly device_id?: string }
  },
): boolean {
  const { asserted_by, device_id } = record.body
  const isOfThisDevice = asserted_by === holder.partyId && device_id === holder.deviceId
  const hasSent = isOfThisDevice && record.receivedAtMs >= (holder.sinceMs ?? 0)
  return isBeforeSince(holder, record) && !hasSent
}
