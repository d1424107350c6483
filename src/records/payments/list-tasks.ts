import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { dataFiles } from '../../config/config.ts'
import { isId } from '../../domain/id.ts'
import type { DueLine, ListedLine, ListState } from '../../domain/mass-payment.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import { DAY_MS, instantOf } from '../../domain/time.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { RecordKernel } from '../kernel.ts'

/**
 * Lists of open amounts made on the office page, each in a file of its own: an operator's file is read with its list.
 * They are in no log and no backup; a list can be downloaded.
 */

export interface KeptLine extends DueLine, ListedLine {
  readonly member_no: string | null
  readonly name: string
  readonly seal?: string
}

export interface KeptList {
  /** A UUIDv7, so that the names of the files are in the order in which lists were made. */
  readonly id: string
  readonly made_at: string
  readonly payer: string
  readonly lines: readonly KeptLine[]
  /** Over the payer and the lines; a list of an earlier version has none. */
  readonly seal?: string
  /** What its seals showed when it was brought; a list that was made here has none. */
  readonly state?: ListState
  /** Open debts that a person must look at first. */
  readonly left_out: readonly LeftOutDebt[]
}

interface LeftOutDebt {
  readonly id: string
  readonly name: string
  readonly open_minor: number
  readonly currency: string
  readonly reason: 'not_agreed' | 'incomplete' | 'no_phone'
}

export interface ListSummary {
  readonly id: string
  readonly made_at: string
  readonly lines: number
  readonly sums: readonly { readonly currency: string; readonly amount_minor: number | null }[]
}

/** A year of weekly lists. Of more, those are forgotten that are older than a year: an operator's file may still follow. */
const MOST_LISTS = 52
const KEPT_MS = 366 * DAY_MS

export const listTasks = tasksOn<RecordKernel>()({
  /** Returns the key of the seals of lists, in hexadecimal digits. */
  'payment.list-key': ({ store }, _operator, _args: object) => ({
    key: store.changes.derivedSecret('seals of payment lists').toString('hex'),
  }),

  /** Keeps a list, and forgets very old ones. The same list is kept once. */
  'payment.keep-list': ({ config, store }, operator, list: KeptList) => {
    const folder = folderIn(config.data)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeWhole(fileOf(config.data, list.id), `${JSON.stringify(list)}\n`)
    writeWhole(summaryOf(config.data, list.id), `${JSON.stringify(summarized(list))}\n`)
    for (const id of idsIn(config.data).slice(MOST_LISTS)) {
      const made = readIn<ListSummary>(summaryOf(config.data, id))?.made_at
      if (made === undefined || instantOf(made) < store.writer.nowMs - KEPT_MS) remove(config.data, id)
    }
    noteAct(store, { credential: null, operator }, 'payment.keep-list', { list: list.id })
    return { id: list.id }
  },

  /** Returns what the kept lists are, newest first, without the members in them. */
  'payment.lists': ({ config }) => ({
    lists: idsIn(config.data).flatMap((id) => readIn<ListSummary>(summaryOf(config.data, id)) ?? []),
  }),

  'payment.list': ({ config }, _operator, { id }: { readonly id: string }) => ({
    list: isId(id) ? readIn<KeptList>(fileOf(config.data, id)) : null,
  }),

  'payment.drop-list': ({ config, store }, operator, { id }: { readonly id: string }) => {
    if (!isId(id)) return {}
    remove(config.data, id)
    noteAct(store, { credential: null, operator }, 'payment.drop-list', { list: id })
    return {}
  },
})

const folderIn = (data: string): string => dataFiles(data).paymentLists
const fileOf = (data: string, id: string): string => join(folderIn(data), `${id}.list.json`)
/** A list of a thousand members is long, and the page shows many lists in a line each. */
const summaryOf = (data: string, id: string): string => join(folderIn(data), `${id}.json`)

function remove(data: string, id: string): void {
  for (const path of [summaryOf(data, id), fileOf(data, id)]) rmSync(path, { force: true })
}

/** Newest first. A list whose summary a power cut left unwritten is not in it; nobody has seen it. */
function idsIn(data: string): string[] {
  try {
    return readdirSync(folderIn(data))
      .map((name) => name.replace(/\.json$/, ''))
      .filter(isId)
      .sort()
      .reverse()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw unread(folderIn(data))
  }
}

function readIn<T>(path: string): T | null {
  try {
    return fromJson<T>(readFileSync(path, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw unread(path)
  }
}

const unread = (path: string) => new OperatorFault(...withRemedy('payment.listUnread', { path }))

function summarized({ id, made_at, lines }: KeptList): ListSummary {
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, some]) => ({
    currency,
    amount_minor: sumOfMinor(some.map(({ amount_minor }) => amount_minor)),
  }))
  return { id, made_at, lines: lines.length, sums }
}
