import { uuidv7 } from 'uuidv7'
import { keysOf, must, ofEach } from '../../base/typed.ts'
import { originOf } from '../../domain/checkpoint.ts'
import { vkeyOf } from '../../domain/note.ts'
import { formatInstant } from '../../domain/time.ts'
import { frontOffice } from '../../identity/who.ts'
import { newIncarnation } from '../../store/acts/appliance.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { ownName } from '../../words/party-name.ts'
import { englishWords } from '../../words/words.ts'
import type { MachineKernel } from '../kernel.ts'
import { madeAfter } from './ages.ts'
import { liveThings } from './live.ts'

/** The result of `backup create`, for the status and for lists. */
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
   * Checks that a key may be made or replaced, before the key is shown.
   * @returns the verifier key of the log, for the same sheet of paper. If the log has no key yet, the task
   *   makes one
   */
  'backup.key-allowed': (
    kernel: MachineKernel,
    operator: string,
    { replace }: { readonly replace: boolean },
  ) => {
    checkKeyWanted(kernel, operator, replace)
    const { vkey } = kernel.anchors.key()
    return { vkey }
  },

  /** Sets the key to which backups are encrypted from now on. */
  'backup.key': (
    kernel: MachineKernel,
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
   * Starts a backup. A copy that was restored as a trial must not add its backups to those of the original.
   * Until the restore is confirmed, the operator must name the place.
   * @returns the parameters of the backup; without a recipient when there is no key yet
   */
  'backup.begin': (
    { store, anchors }: MachineKernel,
    operator: string,
    { place, isNamed }: { readonly place: string; readonly isNamed: boolean },
  ) => {
    store.clock.check()
    const { recipient, newestMade, newestRestore, suspension } = store.backups
    if (suspension !== null && !isNamed) throw new OperatorFault(...withRemedy('backup.suspended.create'))
    // A restore identifies its log by the verifier key, so every backup needs one.
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

  /** Records the outcome of a backup. */
  'backup.end': (
    { store }: MachineKernel,
    operator: string,
    args: {
      readonly begunAtMs: number
      readonly place: string
      readonly made: MadeSummary | null
      readonly reason: Told | null
    },
  ) => {
    const { nowMs } = store.writer
    const { begunAtMs, place, made, reason } = args
    store.backups.addRun({
      begunAtMs,
      // A run that follows at once is dated ahead of the service's time, which may not have advanced.
      atMs: Math.max(nowMs, begunAtMs),
      place,
      made: made === null ? null : JSON.stringify(made),
      reason: reason === null || typeof reason === 'string' ? reason : JSON.stringify(reason),
    })
    const detail =
      made === null
        ? { place, reason: reason === null ? null : englishWords().tell(reason) }
        : { place, backup: made.id }
    noteAct(store, { credential: null, operator }, 'backup', detail, made === null ? 'failed' : 'done')
    return {}
  },

  /** Starts pruning. @returns the lives whose backups may be deleted */
  'backup.prune': ({ store }: MachineKernel, _operator: string, _args: Record<string, never>) => {
    store.clock.check()
    if (store.backups.suspension !== null) throw new OperatorFault(...withRemedy('backup.suspended.prune'))
    return { lives: store.appliance.lives() }
  },

  'backup.pruned': (
    { store }: MachineKernel,
    operator: string,
    args: { readonly place: string; readonly backups: readonly string[]; readonly objects: number },
  ) => {
    noteAct(store, { credential: null, operator }, 'backup_pruned', args)
    return {}
  },

  /** Notes in the audit log (`LOOKING`) that an operator reads a party's records in a backup. */
  'backup.read': (
    _kernel: MachineKernel,
    _operator: string,
    _args: { readonly backup: string; readonly party: string },
  ) => ({}),

  /** Starts a new life of a restored store. Run it while no other program uses the folder. */
  'backup.restored': (
    kernel: MachineKernel,
    operator: string,
    args: { readonly backup: string; readonly madeAtMs: number },
  ) => {
    const { store } = kernel
    const cooperative = frontOffice(kernel, operator)
    const original = logOf(kernel, cooperative.party)
    const { nowMs } = store.writer
    const id = uuidv7()
    // After a restore from an old backup the clock is in doubt, but the restore must be recorded anyway.
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

  /**
   * Lists everything that becomes valid again when a restore is confirmed; null when nothing is suspended.
   */
  'backup.suspension': (kernel: MachineKernel, _operator: string, _args: Record<string, never>) =>
    suspensionOf(kernel),

  'backup.confirm': (kernel: MachineKernel, operator: string, _args: Record<string, never>) => {
    const { store } = kernel
    const { suspension } = store.backups
    if (suspension === null) throw notSuspended()
    const { nowMs } = store.writer
    const id = uuidv7()
    store.acts.append('restore_confirmation', id, nowMs, {
      id,
      restore: must(store.acts.bySeq(suspension.appliance)?.id),
      operator,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, { credential: null, operator }, 'restore_confirmed', { backup: suspension.backup })
    const { vkey } = logOf(kernel, frontOffice(kernel, operator).party)
    return { backup: suspension.backup, confirmed_at: formatInstant(nowMs), vkey }
  },
} as const

/** @throws {OperatorFault} when there is a key and it may not be replaced */
function checkKeyWanted(kernel: MachineKernel, operator: string, replace: boolean): void {
  frontOffice(kernel, operator)
  const { recipient } = kernel.store.backups
  if (recipient === null || replace) return
  throw new OperatorFault(...withRemedy('backup.hasKey', { recipient }))
}

export const notSuspended = (): OperatorFault => new OperatorFault(...withRemedy('backup.notSuspended'))

/** When the store was restored, and what a confirmation makes valid again; null if not suspended. */
function suspensionOf(kernel: MachineKernel) {
  const { store } = kernel
  const { suspension } = store.backups
  if (suspension === null) return null
  const live = liveThings(kernel)
  return {
    backup: suspension.backup,
    made_at: formatInstant(suspension.madeAtMs),
    restored_at: formatInstant(suspension.restoredAtMs),
    counts: mapValues(live, (things) => things.length),
    live,
  }
}

const mapValues = <K extends string, V, W>(
  of: Readonly<Record<K, V>>,
  change: (value: V) => W,
): Record<K, W> => ofEach(keysOf(of), (key) => change(of[key]))

/** Identifies this log, to compare it with paper, because anyone may have made a backup (contract §14). */
function logOf({ store, people }: MachineKernel, cooperative: number) {
  const origin = originOf(store.appliance.incarnation)
  const key = store.anchors.newestKey()
  return {
    cooperative: ownName(people.facts(cooperative).called),
    origin,
    vkey: key === undefined ? null : vkeyOf(origin, key),
  }
}
