import { type AuditLine, auditTasks } from '../../../../src/consent/audit-tasks.ts'
import { find } from '../../../support/records/gate/oracle.ts'
import { type Audited, same, type World } from './world.ts'

/** The audit log against what was asked: every read stands in it, with the true reason where it was refused. */

/** That a page of a pull closed something (`close`) is no disclosure. */
const READS = ['read', 'chain', 'list', 'subject_access', 'changes', 'read_inference']

export function compareAudit(w: World): void {
  writeCounts(w)
  const lines = joined(inOrderOfAskers(everyRead(w)), (one, then) => ({
    ...then,
    record_ids: [...one.record_ids, ...then.record_ids],
    grant_ids: [...one.grant_ids, ...then.grant_ids],
  }))
  const audited = joined(inOrderOfAskers(w.audited), (one, then) => ({
    ...then,
    records: [...one.records, ...then.records],
    grants: [...one.grants, ...then.grants],
  }))
  same(lines.length, audited.length, () => 'reads in the audit log')
  for (const [i, line] of lines.entries()) {
    const wanted = audited[i] as Audited
    const where = () => `audit entry ${line.n}: ${JSON.stringify(line)}`
    same(told(line), told(wanted), where)
    if (wanted.asked !== undefined) same(line.detail.id, wanted.asked, where)
    compareGrants(line, wanted, where)
  }
}

const told = (line: Audited | AuditLine) => [
  line.party,
  line.operator,
  line.action,
  line.purpose ?? '',
  line.outcome,
  // What was read as one's own stands first in an entry, whatever the order of the page.
  [...('record_ids' in line ? line.record_ids : line.records)].sort(),
]

/** On which grants: one of each party whose grant was needed, and no other. */
function compareGrants(line: AuditLine, wanted: Audited, where: () => string): void {
  const needed = wanted.grants.flatMap((opening) => [...opening.values()])
  for (const any of needed)
    same(
      any.some((grant) => line.grant_ids.includes(grant)),
      true,
      where,
    )
  for (const grant of line.grant_ids)
    same(
      needed.some((any) => any.includes(grant)),
      true,
      where,
    )
}

/** A refusal that is repeated is counted; so that nothing is left to be written, it is written now. */
function writeCounts({ kernel: { store } }: World): void {
  store.db.transaction(() => {
    store.audit.writeCounts(store.writer.nowMs)
    store.audit.seal(store.log.size)
  })()
  store.audit.committed()
}

/**
 * One asker after the other, each one's in the order of the log. A refusal that was met again directly after it, by the
 * same asker, is counted in a line behind it, which others may have come before.
 */
function inOrderOfAskers<T extends Audited | AuditLine>(lines: readonly T[]): T[] {
  const asked = new Map<string, T[]>()
  for (const line of lines) {
    const times = 'repeated' in line && line.repeated !== null ? line.repeated : 1
    const asker = `${line.party} ${line.operator}`
    asked.set(asker, [...(asked.get(asker) ?? []), ...Array<T>(times).fill(line)])
  }
  return [...asked.keys()].sort().flatMap((asker) => asked.get(asker) as T[])
}

function everyRead(w: World): AuditLine[] {
  const lines: AuditLine[] = []
  for (let before: number | null = null; ; ) {
    const question = { count: 500, ...(before === null ? {} : { before }) }
    const page: { entries: AuditLine[]; next: number | null } = auditTasks.audit(w.kernel, 'test', question)
    lines.push(...page.entries.filter((line) => READS.includes(line.action)))
    before = page.next
    if (before === null) return lines.reverse()
  }
}

/**
 * An answer about many records, and a pull of many changes, has a line for each piece of it. Several of one asker in a row are
 * compared as one.
 */
function joined<T extends Audited | AuditLine>(lines: readonly T[], join: (one: T, then: T) => T): T[] {
  const whole: T[] = []
  for (const line of lines) {
    const last = whole[whole.length - 1]
    if (last !== undefined && goesOn(last, line)) whole.splice(-1, 1, join(last, line))
    else whole.push(line)
  }
  return whole
}

const IN_PIECES = ['subject_access', 'changes']
const goesOn = (last: Audited | AuditLine, line: Audited | AuditLine): boolean =>
  IN_PIECES.includes(line.action) &&
  line.action === last.action &&
  line.party === last.party &&
  line.operator === last.operator &&
  (line.purpose ?? '') === (last.purpose ?? '')

/** The index of the log: who was shown a record, and who was refused it, each time. */
export function compareSeen(w: World): void {
  writeCounts(w)
  const ids = [...w.records.map(({ id }) => id), ...w.inferences.map(({ body }) => body.id)]
  for (const id of ids.filter(() => w.random.chance(0.1))) {
    const { entries } = auditTasks.audit(w.kernel, 'test', { record: id, count: 100_000 })
    const wanted = w.audited.filter((line) => line.records.includes(id))
    const say = (line: Audited | AuditLine) =>
      `${line.party} ${line.action} ${line.purpose ?? ''} ${line.outcome}`
    same(
      inOnePull(inOrderOfAskers(entries.toReversed()).map(say)),
      inOnePull(inOrderOfAskers(wanted).map(say)),
      () => `who was shown ${find(w, id)?.type ?? 'inference'} ${id}`,
    )
  }
}

/** A pull has several lines in the log, and may bring a record twice. */
const inOnePull = (said: readonly string[]): string[] =>
  said.filter((line, i) => !line.includes(' changes ') || line !== said[i - 1])
