import { Problem } from '../../../../src/base/problem.ts'
import { draftOf } from '../../../../src/domain/draft-shape.ts'
import type { Draft } from '../../../../src/domain/record.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { actsOnAnother } from '../../../support/record-types.ts'
import { type Attempt, anAttempt } from './drafts.ts'
import { noteChanges } from './inference-tallies.ts'
import { mandateCovers, owedWordOf } from './oracle-rights.ts'
import { undone } from './undone.ts'
import { orRefusal, same, type World } from './world.ts'

/** Records written through the real intake, and what each one owes to those who were shown what it corrects. */

interface Refusal {
  readonly code: string
  readonly pointer: string | undefined
}

/** @returns the record as it is kept, or why it was refused */
async function append(w: World, asserter: string, said: object): Promise<RecordBody | Refusal> {
  const asker = w.asker(asserter)
  const draft = { ...said, ...w.mark() }
  if (w.app && w.random.chance(0.3)) {
    const answer = await w.http(asker, '/v1/records', draft)
    const body = answer.json()
    if (answer.statusCode !== 201) return { code: body.code, pointer: body.errors?.[0]?.pointer }
    const { derived: _, ...stored } = body
    return stored
  }
  const author = { ...w.requester(asker), credential: asker.credential }
  const done = w.submit(() => {
    const appended = orRefusal(() => w.kernel.intake.append(author, draftOf(draft) as Draft))
    if (!(appended instanceof Problem)) return appended.record.body
    return { code: appended.code, pointer: appended.extra.errors?.[0]?.pointer }
  })
  // It shares the transaction, and what both have done is undone.
  if (w.random.chance(0.1)) await undone(w)
  return done
}

/** @returns the record, where it was accepted */
export async function write(w: World, attempt = anAttempt(w)): Promise<RecordBody | null> {
  const done = await append(w, attempt.asserter, attempt.draft)
  compareMandate(w, attempt, 'code' in done ? (done as Refusal) : null)
  if ('code' in done) return null
  const stored = done as RecordBody
  w.keep(stored)
  noteChanges(w, stored)
  const at = w.promised.indexOf(stored.id)
  if (at >= 0) w.promised.splice(at, 1)
  if (attempt.act === 'correct') compareOwed(w, stored)
  return stored
}

/** A record for somebody else is taken with a mandate that covers it, and never without. */
function compareMandate(w: World, { mandate, act, covers, draft }: Attempt, refusal: Refusal | null): void {
  if (mandate === null) return
  const covered = mandateCovers(w, mandate, act, [covers], Date.parse(draft.occurred_at))
  const where = () => `mandate ${JSON.stringify({ mandate, act, covers, draft, refusal, nowMs: w.nowMs })}`
  if (refusal === null || refusal.code === 'delegation_not_live') same(refusal === null, covered, where)
  const namesItsType = !actsOnAnother(draft.type)
  if (!covered && namesItsType && refusal?.code !== 'lawful_basis_insufficient')
    same(refusal?.code, 'delegation_not_live', where)
  same(refusal?.pointer === '/delegation_id' && refusal.code === 'reference_unresolved', false, where)
}

function compareOwed(w: World, correction: RecordBody): void {
  const version = (correction.target_id ?? correction.supersedes) as string
  const wanted = owedWordOf(w, w.shown, correction).map((reader) => `${reader} ${version} ${correction.id}`)
  w.owed.push(...wanted)
  same(
    raised(w).filter((line) => line.endsWith(correction.id)),
    wanted,
    () => `owed word of ${correction.type} ${correction.id}`,
  )
}

/** Everything in the table, sorted as `owed` is. */
export function raised(w: World): string[] {
  const { notifications, parties, records } = w.kernel.store
  return notifications
    .after(0, Number.MAX_SAFE_INTEGER, true)
    .map(
      ({ recipient, shown, because }) =>
        `${parties.id(recipient)} ${records.bySeq(shown)?.id} ${records.bySeq(because)?.id}`,
    )
    .sort()
}
