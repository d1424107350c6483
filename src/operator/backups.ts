import { uuidv7 } from 'uuidv7'
import type { Kernel } from '../assemble.ts'
import { isLate } from '../backup/due.ts'
import { backupPlace } from '../backup/place.ts'
import { backupEveryMs } from '../config.ts'
import { noteAct } from '../consent/doer.ts'
import { grantStatus } from '../domain/consent.ts'
import { formatInstant } from '../domain/time.ts'
import { OperatorFault } from '../problem.ts'
import { lapseOf } from '../store/credentials.ts'
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
  /** To whom backups are encrypted from now on. */
  'backup.key': (
    kernel: Kernel,
    operator: string,
    args: { readonly recipient: string; readonly replace: boolean },
  ) => {
    const { store } = kernel
    counter(kernel, operator)
    const { recipient: before } = store.backups
    if (before !== null && !args.replace)
      throw new OperatorFault(
        `Backups are encrypted already, to ${before}.`,
        'Its identity was shown when it was made. Where that is lost, or known to others, make another with --replace; backups made until then still need the old one.',
      )
    const { nowMs } = store.writer
    const id = uuidv7()
    const seq = store.acts.append('backup_key', id, nowMs, {
      id,
      recipient: args.recipient,
      operator,
      received_at: formatInstant(nowMs),
    })
    store.backups.addKey(seq, args.recipient)
    noteAct(store, { credential: null, operator }, 'backup_key', { recipient: args.recipient })
    return { recipient: args.recipient, replaced: before }
  },

  /** Somebody begins to make one. @returns what it needs to know; no recipient where there is no key yet */
  'backup.begin': ({ store }: Kernel, operator: string, { place }: { readonly place: string }) => {
    noteAct(store, { credential: null, operator }, 'backup_begun', { place })
    const { recipient } = store.backups
    return { recipient, isKnownPlace: store.backups.hasMadeAt(place), nowMs: store.writer.nowMs }
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
      atMs: nowMs,
      place,
      made: made === null ? null : JSON.stringify(made),
      reason,
    })
    const detail = made === null ? { place, reason } : { place, backup: made.id }
    noteAct(store, { credential: null, operator }, 'backup', detail, made === null ? 'failed' : 'done')
    return {}
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
    const { nowMs } = store.writer
    const id = uuidv7()
    const seq = store.acts.append('restore', id, nowMs, {
      id,
      cooperative: cooperative.partyId,
      backup: args.backup,
      made_at: formatInstant(args.madeAtMs),
      operator,
      received_at: formatInstant(nowMs),
    })
    store.appliance.found(seq, cooperative.party)
    store.backups.addRestore({ appliance: seq, backup: args.backup, madeAtMs: args.madeAtMs })
    noteAct(store, { credential: null, operator }, 'restore', { backup: args.backup })
    return { entries: store.log.size }
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
    const seq = store.acts.append('restore_confirmation', id, nowMs, {
      id,
      restore: store.acts.bySeq(suspension.appliance)?.id as string,
      operator,
      received_at: formatInstant(nowMs),
    })
    store.backups.confirmRestore(suspension.appliance, seq, nowMs)
    noteAct(store, { credential: null, operator }, 'restore_confirmed', { backup: suspension.backup })
    return { backup: suspension.backup, confirmed_at: formatInstant(nowMs) }
  },
} as const

/** Grants are counted to here. */
const COUNTED = 1_000_000

function suspensionOf({ store }: Kernel) {
  const { suspension } = store.backups
  if (suspension === null) return null
  const { nowMs } = store.writer
  const restored = store.acts.bySeq(suspension.appliance)
  return {
    backup: suspension.backup,
    made_at: formatInstant(suspension.madeAtMs),
    restored_at: restored === undefined ? null : formatInstant(restored.receivedAtMs),
    credentials: store.credentials.all().filter((row) => lapseOf(row, nowMs) === null).length,
    grants: store.consents
      .grantsEnding(nowMs, Number.MAX_SAFE_INTEGER, COUNTED)
      .filter((grant) => grantStatus(grant, nowMs) !== 'to_come').length,
  }
}

/** How backups stand, for status and metrics. */
export function backupStanding({ store, config, handles }: Kernel) {
  const place = backupPlace(config)
  const everyMs = backupEveryMs(config.backupEvery)
  const { recipient, newestMade, newestRun, suspension } = store.backups
  const newestAgeMs = newestMade === null ? null : handles.clock() - newestMade.begunAtMs
  return {
    place,
    every: config.backupEvery,
    has_key: recipient !== null,
    newest: newestMade === null ? null : (JSON.parse(newestMade.made as string) as MadeSummary),
    late: place !== null && recipient !== null && everyMs !== null && isLate(newestAgeMs, everyMs),
    last_failure:
      newestRun === null || newestRun.reason === null
        ? null
        : { at: formatInstant(newestRun.atMs), place: newestRun.place, reason: newestRun.reason },
    suspended_since_restore_of: suspension?.backup ?? null,
  }
}
