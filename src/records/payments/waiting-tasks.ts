import { readFileSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { checkedList, fromJson, given } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { dataFiles } from '../../config/config.ts'
import {
  type LeftReason,
  lineKey,
  type OperatorLine,
  type RowOf,
  rowKey,
} from '../../domain/operator-lines.ts'
import { formatInstant } from '../../domain/time.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { RecordKernel } from '../kernel.ts'

/**
 * Lines of operators' files that a person must decide about. They are in a file of the data folder and in no log: they
 * say what an operator wrote, and a line that is decided is deleted. The operator's file, read again, adds them again.
 */

export interface LeftLine {
  readonly line: OperatorLine
  readonly reason: LeftReason | 'refused'
  /** The payment that it is about. */
  readonly of?: RowOf
  /** Why the payment was refused, in English as all problems are. */
  readonly why?: string
}

export interface WaitingLine extends Omit<LeftLine, 'reason'> {
  /** `of_other`: earlier versions left a line to a person whose number another party had used. */
  readonly reason: LeftLine['reason'] | 'of_other'
  readonly key: string
  /** The name of the operator's file. */
  readonly file: string
  /** The key of that file; left out by earlier versions. */
  readonly fileKey?: string
  readonly since: string
}

interface SetAside extends WaitingLine {
  readonly at: string
}

export interface Waiting {
  readonly lines: readonly WaitingLine[]
  /** Lines that need nothing; a file that has them again does not bring them back. The newest ones. */
  readonly setAside: readonly SetAside[]
  /** Files to be read again. */
  readonly unfinished: readonly UnfinishedFile[]
}

interface UnfinishedFile {
  readonly key: string
  readonly file: string
  readonly since: string
  /** The number of its lines that had no room among those that wait; else its payments were not all written. */
  readonly unkept?: number
}

export interface ReadFile {
  /** A digest of its bytes and of the list: two files may have one name. */
  readonly key: string
  /** Its name. */
  readonly file: string
  /** The lines that wait. */
  readonly left: readonly LeftLine[]
  /** Row keys of lines that no longer wait. */
  readonly decided: readonly string[]
  /** Whether payments of the file are still to be written. */
  readonly isUnfinished: boolean
  /** The number of its lines that had no room so far. */
  readonly unkept?: number
}

/** More than people decide about in days. The file is read and written whole, for each decision. */
export const MOST_WAITING = 5_000
/** A line that was set aside before these waits again if its file is read again. */
const MOST_SET_ASIDE = 5_000

export const waitingTasks = tasksOn<RecordKernel>()({
  'payment.waiting': ({ config }) => read(config.data),

  /** Returns how many lines wait, and since when the first of them does. */
  'payment.waiting-count': ({ config }) => {
    const { lines } = read(config.data)
    return { lines: lines.length, since: lines.map(({ since }) => since).sort()[0] ?? null }
  },

  /**
   * Adds what a file leaves to a person, before and after its payments are written. The same file adds it once, and so
   * does another file with the same transaction. Lines beyond the most that can wait are counted, and a note remains that the file must be read again.
   */
  'payment.wait': (
    { config, store },
    operator,
    { key: fileKey, file: fileName, left, decided, isUnfinished, unkept: before = 0 }: ReadFile,
  ) => {
    const known = read(config.data)
    const since = formatInstant(store.writer.nowMs)
    const aside = new Set(known.setAside.flatMap(({ key, line }) => [key, rowKey(line)]))
    const gone = new Set(decided)
    const kept = known.lines.filter(({ key, line }) => !gone.has(key) && !gone.has(rowKey(line)))
    const lines = new Map(kept.map((one) => [one.key, one]))
    const file = fileName.slice(0, LONGEST)
    // Next month's file may have the name of this one.
    const isOfThis = (one: WaitingLine) =>
      one.fileKey === undefined ? one.file === file : one.fileKey === fileKey
    const fromOtherFiles = new Map(
      kept.filter((one) => !isOfThis(one)).map((one) => [rowKey(one.line), one.key]),
    )
    let unkept = before
    for (const one of left) {
      const row = rowKey(one.line)
      const own = lineKey(one.line)
      const key = lines.has(own) ? own : (fromOtherFiles.get(row) ?? own)
      fromOtherFiles.delete(row)
      if (aside.has(key) || aside.has(row)) continue
      if (lines.size >= MOST_WAITING && !lines.has(key)) unkept++
      else
        lines.set(key, {
          ...one,
          line: shortened(one.line),
          key,
          file,
          fileKey,
          since: lines.get(key)?.since ?? since,
        })
    }
    const others = known.unfinished.filter((one) => one.key !== fileKey)
    const note = { key: fileKey, file, since, ...(isUnfinished ? {} : { unkept }) }
    const unfinished = isUnfinished || unkept > 0 ? [note, ...others] : others
    write(config.data, { ...known, lines: [...lines.values()], unfinished })
    noteAct(store, { credential: null, operator }, 'payment.wait', { lines: lines.size })
    return { waiting: lines.size, unkept }
  },

  /** Deletes a line that is decided: a payment was recorded, or it needs none and is set aside. */
  'payment.decide': (
    { config, store },
    operator,
    { key, how }: { readonly key: string; readonly how: 'recorded' | 'set_aside' | 'put_back' },
  ) => {
    const known = read(config.data)
    const from = how === 'put_back' ? known.setAside : known.lines
    const line = from.find((one) => one.key === key)
    if (line === undefined) return { found: false }
    const lines = known.lines.filter((one) => one.key !== key)
    const setAside = known.setAside.filter((one) => one.key !== key)
    const { at: _, ...waiting } = { at: '', ...line }
    const at = formatInstant(store.writer.nowMs)
    write(config.data, {
      ...known,
      lines: how === 'put_back' ? [...lines, waiting] : lines,
      setAside: how === 'set_aside' ? [{ ...waiting, at }, ...setAside].slice(0, MOST_SET_ASIDE) : setAside,
    })
    noteAct(store, { credential: null, operator }, 'payment.decide', {
      how,
      reference: line.line.transaction.slice(0, 64),
    })
    return { found: true }
  },

  /** Deletes the note that a file was not written to its end. */
  'payment.finished': ({ config, store }, operator, { key }: { readonly key: string }) => {
    const known = read(config.data)
    write(config.data, { ...known, unfinished: known.unfinished.filter((one) => one.key !== key) })
    noteAct(store, { credential: null, operator }, 'payment.finished', {})
    return {}
  },
})

/** A cell may be as long as the file. */
const LONGEST = 200

const shortened = (line: OperatorLine): OperatorLine => ({
  ...line,
  reference: line.reference.slice(0, LONGEST),
  transaction: line.transaction.slice(0, LONGEST),
  note: line.note.slice(0, LONGEST),
  ...given({ name: line.name?.slice(0, LONGEST), mask: line.mask?.slice(0, LONGEST) }),
})

const NONE: Waiting = { lines: [], setAside: [], unfinished: [] }

function read(data: string): Waiting {
  const path = dataFiles(data).waitingPayments
  try {
    const known = { ...NONE, ...fromJson<Waiting>(readFileSync(path, 'utf8')) }
    for (const list of [known.lines, known.setAside, known.unfinished]) checkedList(list)
    // Notes written before files had keys have the name alone.
    return { ...known, unfinished: known.unfinished.map((one) => ({ ...one, key: one.key ?? one.file })) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return NONE
    throw new OperatorFault(...withRemedy('payment.waitingUnread', { path }))
  }
}

const write = (data: string, waiting: Waiting): void =>
  writeWhole(dataFiles(data).waitingPayments, `${JSON.stringify(waiting)}\n`)
