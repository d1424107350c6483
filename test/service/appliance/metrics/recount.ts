import type { ConversionFacts, Surroundings } from '../../../../src/domain/derived/world.ts'
import type { Figures } from '../../../../src/domain/figures.ts'
import { OBJECTION_EFFECTS } from '../../../../src/domain/objection.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import type { Db } from '../../../../src/store/file/open.ts'
import { Oracle } from '../../domain/derived/oracle.ts'

/**
 * The figures once more, slowly: every sentence of their definition over all rows there are. Shares no code with the
 * sums that are kept.
 */
export function recount(db: Db, conversion: (id: string) => ConversionFacts | undefined): Figures {
  const records = (
    db.prepare('SELECT body FROM entry WHERE kind < 31 ORDER BY seq').pluck().all() as string[]
  ).map((json) => JSON.parse(json) as RecordBody)
  const acts = (
    db
      .prepare("SELECT body ->> '$.act' AS kind, received_at AS at, body FROM entry WHERE kind > 31")
      .all() as Row[]
  ).map(({ kind, at, body }) => ({ kind, at, said: JSON.parse(body) as Record<string, unknown> }))
  const of = (kind: string) => acts.filter((act) => act.kind === kind)
  const withdrawn = of('objection_withdrawal').map(({ said }) => said.objection_id)
  return {
    records: byBasis(records),
    delegatedRecords: records.filter((r) => 'on_behalf_of' in r).length,
    delegations: of('delegation').length,
    standingObjections: of('objection').filter(({ said }) => !withdrawn.includes(said.id)).length,
    objectionsByEffect: Object.fromEntries(
      OBJECTION_EFFECTS.map((e) => [e, of('objection').filter(({ said }) => said.effect === e).length]),
    ) as Figures['objectionsByEffect'],
    kg: kgOfTips(records, conversion),
    subjectAccess: subjectAccess(of('subject_access_request'), of('subject_access_answer')),
    notifications: notifications(db),
  }
}

interface Row {
  readonly kind: string
  readonly at: number
  readonly body: string
}
type Said = { readonly at: number; readonly said: Record<string, unknown> }

function byBasis(records: readonly RecordBody[]): Figures['records'] {
  const financial = (r: RecordBody): boolean => {
    const named = records.find(({ id }) => id === (r.target_id ?? r.delivery_id ?? r.payment_id))
    if (named !== undefined) return financial(named)
    return ['obligation', 'payment'].includes(r.type) || (r.type === 'delivery' && 'agreed_price' in r)
  }
  const said = records.map((r) => `${r.lawful_basis} ${financial(r)}`)
  return [...new Set(said)].sort().map((line) => {
    const [basis, money] = line.split(' ')
    return { basis, financial: money === 'true', count: said.filter((other) => other === line).length }
  }) as Figures['records']
}

function kgOfTips(
  records: readonly RecordBody[],
  conversion: (id: string) => ConversionFacts | undefined,
): Figures['kg'] {
  const oracle = new Oracle(records, {} as Surroundings, {})
  const tips = records.filter((r) => r.conversion_id !== undefined && oracle.standing(r) === 'tip')
  const facts = (r: RecordBody) => conversion(r.conversion_id as string)
  const few = (f: ConversionFacts | undefined) => f?.kind === 'measured' && f.weighings_count < 10
  return {
    total: sum(tips),
    assumed: sum(tips.filter((r) => facts(r)?.kind === 'assumed_default')),
    thinSample: sum(tips.filter((r) => few(facts(r)))),
  }
}

const KG_IN: Readonly<Record<string, number>> = { kg: 1, g: 1 / 1000, t: 1000 }

/** Added up as decimal digits. */
function sum(records: readonly RecordBody[]): number {
  const digits = records.map(({ normalized_kg, quantity }) => {
    const kg = normalized_kg ?? (quantity?.value ?? 0) * (KG_IN[quantity?.unit ?? ''] ?? 0)
    return BigInt(kg.toFixed(6).replace('.', ''))
  })
  const all = digits
    .reduce((a, b) => a + b, 0n)
    .toString()
    .padStart(7, '0')
  return Number(`${all.slice(0, -6)}.${all.slice(-6)}`)
}

function subjectAccess(requests: readonly Said[], answers: readonly Said[]): Figures['subjectAccess'] {
  const answerOf = ({ said }: Said) => answers.find((answer) => answer.said.request_id === said.id)
  const open = requests.filter((request) => answerOf(request) === undefined).map(({ at }) => at)
  const took = requests.flatMap((request) => {
    const answer = answerOf(request)
    return answer === undefined ? [] : [answer.at - request.at]
  })
  return {
    requests: requests.length,
    open: open.length,
    oldestOpenAtMs: open.length === 0 ? null : Math.min(...open),
    openAtMsSum: open.reduce((a, b) => a + b, 0),
    answeredMsSum: took.reduce((a, b) => a + b, 0),
    answeredMsMax: took.length === 0 ? null : Math.max(...took),
  }
}

function notifications(db: Db): Figures['notifications'] {
  const raised = db
    .prepare('SELECT raised_at FROM notification WHERE n NOT IN (SELECT notification FROM notification_told)')
    .pluck()
    .all() as number[]
  return { outstanding: raised.length, oldestRaisedAtMs: raised.length === 0 ? null : Math.min(...raised) }
}

/** In one order, so that two can be compared. */
export const sorted = (figures: Figures | null): Figures | null =>
  figures && {
    ...figures,
    records: [...figures.records].sort((a, b) =>
      `${a.basis} ${a.financial}` < `${b.basis} ${b.financial}` ? -1 : 1,
    ),
  }
