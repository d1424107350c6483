import { uuidv7 } from 'uuidv7'
import type { Kernel } from '../assemble.ts'
import { madeAfter } from '../backup/ages.ts'
import { noteAct } from '../consent/doer.ts'
import { originOf } from '../domain/checkpoint.ts'
import { vkeyOf } from '../domain/note.ts'
import { formatInstant } from '../domain/time.ts'
import { OperatorFault } from '../problem.ts'
import { newIncarnation } from '../store/appliance.ts'
import { liveThings } from './live.ts'
import { counter } from './who.ts'

/** What a run of `backup create` has made, as status and lists tell it. */
export interface MadeSummary {
  readonly id: string
  readonly made_at: string
  readonly bytes: number
  readonly sent_bytes: number
  readonly entries: number
  readonly evidence: number
  readonly evidence_missing: number
}

export const backupTasks = {
  /**
   * May there be a key, or another? Asked before one is shown, so that none is shown in vain.
   * @returns the verifier key of the log, which is made here if there is none: it stands on the same sheet
   */
  'backup.key-allowed': (kernel: Kernel, operator: string, { replace }: { readonly replace: boolean }) => {
    checkKeyWanted(kernel, operator, replace)
    const { vkey } = kernel.anchors.key()
    return { vkey }
  },

  /** To whom backups are encrypted from now on. */
  'backup.key': (
    kernel: Kernel,
    operator: string,
    args: { readonly recipient: string; readonly replace: boolean },
  ) => {
    const { store } = kernel
    checkKeyWanted(kernel, operator, args.replace)
    const { recipient: before } = store.backups
    const { nowMs } = store.writer
    const id = uuidv7()
    store.acts.append('backup_key', id, nowMs, {
      id,
      recipient: args.recipient,
      operator,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, { credential: null, operator }, 'backup_key', { recipient: args.recipient })
    return { recipient: args.recipient, replaced: before }
  },

  /**
   * Somebody begins to make one. A copy that was restored to try it out must not come between the backups of the store it
   * is a copy of: while nobody has confirmed it, it goes only to a place that was named for it.
   * @returns what it needs to know; no recipient where there is no key yet
   */
  'backup.begin': (
    { store, anchors }: Kernel,
    operator: string,
    { place, isNamed }: { readonly place: string; readonly isNamed: boolean },
  ) => {
    store.clock.check()
    const { recipient, newestMade, newestRestore, suspension } = store.backups
    if (suspension !== null && !isNamed)
      throw new OperatorFault(
        'This folder was restored from a backup, and nobody has confirmed that yet: it makes no backups by itself.',
        `${SUSPENDED} Or name another place than the original's with --to.`,
      )
    // A restore tells whose log it is by the verifier key: no backup is without.
    if (recipient !== null) anchors.key()
    noteAct(store, { credential: null, operator }, 'backup_begun', { place })
    return {
      recipient,
      isKnownPlace: store.backups.hasMadeAt(place),
      nowMs: madeAfter(store.writer.nowMs, [
        ...(newestMade === null ? [] : [newestMade.begunAtMs]),
        ...(newestRestore === null ? [] : [newestRestore.madeAtMs]),
      ]),
      isSuspended: suspension !== null,
      lives: store.appliance.lives(),
    }
  },

  /** What came of it. */
  'backup.end': (
    { store }: Kernel,
    operator: string,
    args: {
      readonly begunAtMs: number
      readonly place: string
      readonly made: MadeSummary | null
      readonly reason: string | null
    },
  ) => {
    const { nowMs } = store.writer
    const { begunAtMs, place, made, reason } = args
    store.backups.addRun({
      begunAtMs,
      // A run that follows another at once is dated after it, while time may stand still.
      atMs: Math.max(nowMs, begunAtMs),
      place,
      made: made === null ? null : JSON.stringify(made),
      reason,
    })
    const detail = made === null ? { place, reason } : { place, backup: made.id }
    noteAct(store, { credential: null, operator }, 'backup', detail, made === null ? 'failed' : 'done')
    return {}
  },

  /** Somebody is about to take old ones away. @returns of which store */
  'backup.prune': ({ store }: Kernel, _operator: string, _args: Record<string, never>) => {
    store.clock.check()
    if (store.backups.suspension !== null)
      throw new OperatorFault(
        'This folder was restored from a backup, and nobody has confirmed that yet: it takes no backups away.',
        SUSPENDED,
      )
    return { lives: store.appliance.lives() }
  },

  'backup.pruned': (
    { store }: Kernel,
    operator: string,
    args: { readonly place: string; readonly backups: readonly string[]; readonly objects: number },
  ) => {
    noteAct(store, { credential: null, operator }, 'backup_pruned', args)
    return {}
  },

  /** A restored store begins another life; run on the folder while nobody else can use it. */
  'backup.restored': (
    kernel: Kernel,
    operator: string,
    args: { readonly backup: string; readonly madeAtMs: number },
  ) => {
    const { store } = kernel
    const cooperative = counter(kernel, operator)
    const original = logOf(kernel, cooperative.party)
    const { nowMs } = store.writer
    const id = uuidv7()
    // An old backup puts the clock in doubt. That the store is restored must stand in it all the same.
    store.clock.exempt(() =>
      store.acts.append('restore', id, nowMs, {
        id,
        incarnation: newIncarnation().toString('hex'),
        cooperative: cooperative.partyId,
        backup: args.backup,
        made_at: formatInstant(args.madeAtMs),
        operator,
        received_at: formatInstant(nowMs),
      }),
    )
    noteAct(store, { credential: null, operator }, 'restore', { backup: args.backup })
    return { ...original, is_clock_in_doubt: store.clock.isDoubted }
  },

  /** What comes back to life when a restore is confirmed; null when nothing is suspended. */
  'backup.suspension': (kernel: Kernel, _operator: string, _args: Record<string, never>) =>
    suspensionOf(kernel),

  'backup.confirm': (kernel: Kernel, operator: string, _args: Record<string, never>) => {
    const { store } = kernel
    const { suspension } = store.backups
    if (suspension === null)
      throw new OperatorFault(
        'Nothing is suspended here.',
        'There is nothing to confirm: credentials and grants hold.',
      )
    const { nowMs } = store.writer
    const id = uuidv7()
    store.acts.append('restore_confirmation', id, nowMs, {
      id,
      restore: store.acts.bySeq(suspension.appliance)?.id as string,
      operator,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, { credential: null, operator }, 'restore_confirmed', { backup: suspension.backup })
    const { vkey } = logOf(kernel, counter(kernel, operator).party)
    return { backup: suspension.backup, confirmed_at: formatInstant(nowMs), vkey }
  },
} as const

/** @throws {OperatorFault} when there is one already, and another is not asked for */
function checkKeyWanted(kernel: Kernel, operator: string, replace: boolean): void {
  counter(kernel, operator)
  const { recipient } = kernel.store.backups
  if (recipient === null || replace) return
  throw new OperatorFault(
    `Backups are encrypted already, to ${recipient}.`,
    'Its identity was shown when it was made. Where that is lost, or known to others, make another with --replace; backups made until then still need the old one.',
  )
}

const SUSPENDED = 'Confirm the restore first: granary backup confirm.'

/** When the store was restored, and all that holds again when that is confirmed; null when nothing is suspended. */
function suspensionOf(kernel: Kernel) {
  const { store } = kernel
  const { suspension } = store.backups
  if (suspension === null) return null
  const restored = store.acts.bySeq(suspension.appliance)
  const live = liveThings(kernel)
  return {
    backup: suspension.backup,
    made_at: formatInstant(suspension.madeAtMs),
    restored_at: restored === undefined ? null : formatInstant(restored.receivedAtMs),
    counts: mapValues(live, (things) => things.length),
    live,
  }
}

const mapValues = <K extends string, V, W>(
  of: Readonly<Record<K, V>>,
  change: (value: V) => W,
): Record<K, W> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value as V)])) as Record<K, W>

/** Whose log this is: what is compared with paper, since anybody may have made a backup (contract §14). */
function logOf({ store, people }: Kernel, cooperative: number) {
  const origin = originOf(store.appliance.incarnation)
  const key = store.anchors.newestKey()
  return {
    cooperative: people.facts(cooperative).name,
    origin,
    vkey: key === undefined ? null : vkeyOf(origin, key),
  }
}
