import type { Stage } from './door.ts'
import type { PhoneSession } from './inside.ts'
import type { Installed } from './install.ts'
import type { Phone } from './phone.ts'
import type { Failure } from './sender.ts'
import type { PageSurroundings, StorageUse } from './surroundings.ts'

/** How the phone stands, as the screens show it. */

export interface PhoneStatus {
  readonly stage: Stage
  readonly isOnline: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly lastContactAt: number | null
  readonly nextTryAt: number | null
  /** The token ended: nothing is lost, and a new code is needed. */
  readonly isEnded: boolean
  readonly drafts: number
  readonly waiting: number
  /** Confirmations that wait until their person enters a PIN or has a new code. */
  readonly withoutToken: number
  readonly rejected: number
  /** Stored by the office, and still on the phone. */
  readonly accepted: number
  readonly photographs: number
  readonly members: number
  /** By how much the phone's clock is ahead of the service's, in milliseconds. */
  readonly clockAheadMs: number | null
  /** What the phone knows of its own clock; null while it is locked. */
  readonly clock: {
    /** Nothing is recorded by the clock until a person states the day: see `rules/clock.ts`. */
    readonly isInDoubt: boolean
    readonly seenMs: number
    /** The time by the day that a person stated; null if the clock's is used. */
    readonly statedMs: number | null
  } | null
  readonly storage: StorageUse | null
  readonly worker: Installed
  readonly device:
    | (Pick<PhoneSession, 'name' | 'party' | 'usedBy' | 'isOwn'> & { readonly id: string })
    | null
}

/** @param phone null while it is locked */
export function statusOf(
  stage: Stage,
  phone: Phone | null,
  { clockAheadMs, storage, worker }: PageSurroundings,
): PhoneStatus {
  const progress = phone?.sender.progress
  const entries = phone?.records.all ?? []
  const count = (state: (typeof entries)[number]['state']) =>
    entries.filter((entry) => entry.state === state).length
  const withoutToken = phone?.confirmers.withoutToken ?? 0
  const session = phone?.session
  return {
    stage,
    isOnline: navigator.onLine,
    isBusy: progress?.isBusy ?? false,
    failure: progress?.failure ?? null,
    lastContactAt: progress?.lastContactAt ?? null,
    nextTryAt: progress?.nextTryAt ?? null,
    isEnded: session?.ended ?? false,
    drafts: count('draft'),
    waiting: count('waiting') - withoutToken,
    withoutToken,
    rejected: count('rejected'),
    accepted: count('accepted'),
    photographs: phone?.photographs.all.length ?? 0,
    members: phone?.feed.members.size ?? 0,
    clockAheadMs,
    clock:
      phone === null
        ? null
        : {
            isInDoubt: phone.clock.isInDoubt,
            seenMs: phone.clock.seenMs,
            statedMs: phone.clock.isStated ? phone.clock.nowMs : null,
          },
    storage,
    worker,
    device: session === undefined ? null : { ...session, id: session.device },
  }
}
