import { existsSync, readFileSync } from 'node:fs'
import { fromJson, isObject, membersOf } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Told } from '../../words/fault.ts'
import { fromStored, toStored } from '../../words/stored.ts'
import type { Memory } from './due.ts'

/** Keeps in the data folder which notices were sent, so that a restart does not repeat them. */

export interface NoticeState {
  readonly told: Memory
  /** The last call, if it failed. */
  readonly failed: { readonly atMs: number; readonly reason: Told } | null
}

interface Stored {
  readonly told: Memory
  readonly failed: { readonly atMs: number; readonly reason: string } | null
}

const NOTHING: NoticeState = { told: {}, failed: null }

/** Whether it is a time that a calendar has, in milliseconds. */
const isInstant = (ms: unknown): boolean =>
  Number.isInteger(ms) && !Number.isNaN(new Date(ms as number).getTime())

/** Whether it is what is remembered of a condition. */
function isRemembered(one: unknown): boolean {
  const { sinceMs, goneMs, toldMs, failures, failedMs } = membersOf(one)
  const areTimes = [goneMs, toldMs, failedMs].every((ms) => ms === null || isInstant(ms))
  return isInstant(sinceMs) && areTimes && Number.isInteger(failures)
}

/** A file that cannot be read counts as missing: the notices are then sent again. */
export function readNotices(file: string): NoticeState {
  try {
    if (!existsSync(file)) return NOTHING
    const { told, failed } = { ...NOTHING, ...fromJson<Partial<Stored>>(readFileSync(file, 'utf8')) }
    if (!isObject(told) || !Object.values(told).every(isRemembered)) return NOTHING
    if (failed === null) return { told, failed }
    const { atMs, reason } = failed
    if (!isInstant(atMs) || typeof reason !== 'string') return NOTHING
    return { told, failed: { atMs, reason: fromStored(reason) } }
  } catch {
    return NOTHING
  }
}

export function writeNotices(file: string, { told, failed }: NoticeState): void {
  const stored: Stored = { told, failed: failed && { ...failed, reason: toStored(failed.reason) } }
  writeWhole(file, `${JSON.stringify(stored)}\n`)
}
