import type { Disclosure, ListedDisclosure } from '../../../../src/consent/disclosures/disclosure-shapes.ts'
import { recordJson } from '../../../../src/records/views/record-view.ts'
import { englishWords } from '../../../../src/words/words.ts'
import {
  children,
  find,
  isOwn,
  isPerson,
  recordsAbout,
  standingOf,
} from '../../../support/records/gate/oracle.ts'
import { findInference, inferencesAbout, type OracleInference } from './oracle-inferences.ts'
import { disclosuresAbout, leftOut } from './oracle-rights.ts'
import { inOrder, type View } from './oracle-view.ts'
import { note } from './reads.ts'
import { add } from './tally.ts'
import { type Asker, same, type World } from './world.ts'

/** Somebody asks what is held about it; the whole answer is compared with what the oracle would say. */

interface Answer {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly redactions: readonly { readonly id: string; readonly pointer: string; readonly reason: string }[]
  readonly grants: readonly { readonly id: string }[]
  readonly objections: readonly { readonly id: string }[]
  readonly delegations: readonly { readonly id: string }[]
  readonly disclosures: readonly Disclosure[]
}

const PURPOSE = 'subject_access'

export async function askForOwn(w: World, asker: Asker): Promise<void> {
  const { party } = asker
  const answer = w.app && asker.operator === undefined ? await byPost(w, asker) : await byDesk(w, asker)
  const about = inOrder(recordsAbout(w, party)).reverse()
  const predicted = inferencesAbout(w, party)
  const where = (what: string) => () => `subject access of ${w.parties.indexOf(party)} (${party}): ${what}`
  const ids = answer.records.map((r) => r.id as string)
  w.decisions += w.records.length + w.inferences.length
  same(
    ids,
    [...about, ...predicted.map(({ body }) => body)].map(({ id }) => id),
    where('records'),
  )
  compareDisclosures(w, party, answer.disclosures, where('disclosures'))
  if (w.app && asker.operator === undefined)
    compareListed(w, party, await listed(w, asker), where('listed disclosures'))
  if (ids.length > 0) note(w, asker, w.view(asker, PURPOSE), PURPOSE, ids)
  const isOther = (who: unknown) =>
    typeof who === 'string' && who !== party && w.parties.includes(who) && isPerson(w, who)
  const taken: string[] = []
  for (const [i, record] of about.entries()) {
    const members = leftOut(record, isOther)
    taken.push(...members.map((member) => `${record.id} /${member}`))
    const told = answer.records[i] as Readonly<Record<string, unknown>>
    const stored = Object.entries(record).filter(([member]) => !members.includes(member))
    const { derived, ...rest } = told as { derived: Readonly<Record<string, unknown>> }
    same(rest, Object.fromEntries(stored), where(`record ${record.id}`))
    same(derived.standing, standingOf(w, record), where(`standing ${record.id}`))
    const heirs = children(w, record).filter((child) => isOwn(w, party, child))
    same(derived.superseded_by, heirs.map((r) => r.id).sort(), where(`superseded by ${record.id}`))
  }
  for (const [i, inference] of predicted.entries())
    taken.push(
      ...compareInference(
        w,
        w.view(asker, PURPOSE),
        inference,
        answer.records[about.length + i] as object,
        isOther,
      ),
    )
  taken.push(...(await custodiansTaken(w, asker, answer, isOther)))
  const grants = w.grants.filter((g) => g.subject === party || g.grantee === party)
  const delegations = w.delegations.filter((d) => [d.principal, d.delegate].includes(party))
  const objections = w.objections.filter((o) => o.subject === party)
  const acts = [
    ...grants.filter((g) => isOther(g.subject)).map((g) => `${g.id} /subject`),
    ...delegations.filter((d) => isOther(d.principal)).map((d) => `${d.id} /principal`),
    ...objections.filter((o) => isOther(o.lodger)).map((o) => `${o.id} /lodged_by`),
  ]
  for (const { pointer, reason } of answer.redactions)
    if (pointer === '/inputs') same(reason, 'another_person', where('why inputs are left out'))
  const redactions = answer.redactions.map(({ id, pointer }) => `${id} ${pointer}`)
  same(redactions.sort(), [...taken, ...acts].sort(), where('redactions'))
  const idsOf = (some: readonly { readonly id: string }[]) => [...new Set(some.map(({ id }) => id))].sort()
  same(idsOf(answer.grants), idsOf(grants), where('grants'))
  same(idsOf(answer.delegations), idsOf(delegations), where('delegations'))
  same(idsOf(answer.objections), idsOf(objections), where('objections'))
}

/** Who made it is left out where that is another person, and the inputs that are not the caller's. @returns what was */
function compareInference(
  w: World,
  view: View,
  i: OracleInference,
  answered: object,
  isOther: (who: unknown) => boolean,
): string[] {
  const told = view.told(i)
  const { asserted_by, ...nameless } = told
  const isLeftOut = isOther(asserted_by)
  const { left } = view.inputsOf(i)
  same(answered, isLeftOut ? nameless : told, () => `inference ${i.body.id}`)
  add(w.tally, i.gap === null ? 'told to whom it is about' : 'told to whom it is about, among others unknown')
  if (isLeftOut) add(w.tally, 'told without its asserter')
  if (i.body.asserted_by !== view.requester)
    add(w.tally, left === 0 ? 'told with all inputs' : 'told without some inputs')
  const { id } = i.body
  return [...(isLeftOut ? [`${id} /asserted_by`] : []), ...(left === 0 ? [] : [`${id} /inputs`])]
}

async function byDesk(w: World, asker: Asker): Promise<Answer> {
  const { subjectAccess } = w.kernel
  const requester = w.requester(asker)
  const { request } = await w.submit(() => subjectAccess.requests.open(asker, asker.party, w.id()))
  let text = ''
  for await (const written of subjectAccess.answer(englishWords(), requester, request, 'json'))
    text += written.text
  return JSON.parse(text)
}

async function byPost(w: World, asker: Asker): Promise<Answer> {
  const answer = await w.http(asker, '/v1/subject-access-requests', { id: w.id() })
  same(answer.statusCode, 201, () => answer.body)
  return answer.json()
}

/** The same as a list, read in pages of different sizes; nobody read anything of it since. */
async function listed(w: World, asker: Asker): Promise<ListedDisclosure[]> {
  const found: ListedDisclosure[] = []
  const sizes = [1, 3, 17, 500]
  for (let cursor = ''; ; ) {
    const limit = sizes[found.length % sizes.length]
    const answer = await w.http(asker, `/v1/disclosures?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    same(answer.statusCode, 200, () => answer.body)
    const { disclosures, next } = answer.json()
    found.push(...disclosures)
    if (next !== null) cursor = next
    else break
  }
  const times = found.map(({ at }) => at)
  same(times, [...times].sort().reverse(), () => 'disclosures are listed newest first')
  return found
}

type Line = Pick<Disclosure, 'to' | 'at' | 'purpose' | 'ground'>

/** How often each was shown: a line for each disclosure and each of these. */
function countsOf<T extends Line>(disclosures: readonly T[], of: (one: T) => readonly string[]) {
  const counts = new Map<string, number>()
  for (const one of disclosures)
    for (const what of of(one)) {
      const line = lineOf(one, what)
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
  return linesOf(counts)
}

const lineOf = ({ to, at, purpose, ground }: Line, what: string) =>
  `${to} ${at} ${purpose ?? ''} ${ground} ${what}`

const linesOf = (counted: Iterable<readonly [string, number]>) =>
  [...counted].map(([line, n]) => `${line} ${n}`).sort()

function compareDisclosures(
  w: World,
  party: string,
  disclosures: readonly Disclosure[],
  where: () => string,
): void {
  const wanted = disclosuresAbout(w, w.shown, party)
  for (const one of disclosures)
    for (const id of one.record_ids) {
      if (findInference(w, id)) add(w.tally, `disclosed: ${one.ground}`)
      const line = lineOf(one, id)
      const may = wanted.get(line)?.grants
      if (may && !may.has(one.grant_id))
        same(one.grant_id, [...may], () => `${where()}, grant of ${find(w, id)?.type} ${line}`)
    }
  const counts = countsOf(disclosures, ({ record_ids }) => record_ids)
  same(counts, linesOf([...wanted].map(([line, { count }]) => [line, count] as const)), where)
}

const PREDICTED = 'inference'

/** The list counts predictions, and names none. */
function compareListed(
  w: World,
  party: string,
  disclosures: readonly ListedDisclosure[],
  where: () => string,
): void {
  const wanted = new Map<string, number>()
  for (const [line, { count }] of disclosuresAbout(w, w.shown, party)) {
    const id = line.slice(line.lastIndexOf(' ') + 1)
    const listed = findInference(w, id) ? line.replace(id, PREDICTED) : line
    wanted.set(listed, (wanted.get(listed) ?? 0) + count)
  }
  const of = ({ record_ids, inferences }: ListedDisclosure) => [
    ...record_ids,
    ...Array<string>(inferences).fill(PREDICTED),
  ]
  same(countsOf(disclosures, of), linesOf(wanted), where)
}

/** Who holds a lot is worked out by other rules; here it is asked whether the person in it was taken out. */
async function custodiansTaken(
  w: World,
  asker: Asker,
  { records }: Answer,
  isOther: (who: unknown) => boolean,
): Promise<string[]> {
  const taken: string[] = []
  const view = w.view(asker, PURPOSE)
  await w.submit(() => {
    for (const told of records) {
      if (told.type !== 'lot') continue
      const id = told.id as string
      const gated = w.kernel.gate.readerFor(w.requester(asker), PURPOSE).one(id)
      note(w, asker, view, 'read', [id])
      const whole = gated ? JSON.parse(recordJson(gated)) : null
      const custodian = whole?.derived.custody.custodian
      const said = (told.derived as { custody: { custodian?: string | null } }).custody.custodian
      same(said, isOther(custodian) ? undefined : custodian, () => `custodian of ${id}`)
      if (isOther(custodian)) taken.push(`${id} /derived/custody/custodian`)
    }
  })
  return taken
}

/** Every party asks, the one that nothing names among them, and the cooperative once more at the counter. */
export async function everybodyAsks(w: World): Promise<void> {
  for (const asker of w.askers) await askForOwn(w, asker)
}
