import { distinctNames } from '../identity/party-names.ts'
import type { OriginPlotLine } from '../records/lots/origin-tasks.ts'
import { codeOf } from '../text/kinds.ts'
import { Box, Table } from './layout.tsx'
import { PackForm } from './lot-pack.tsx'
import { adviceOn, statedWords } from './plot-words.ts'
import { USUAL } from './plots.tsx'
import { useWords } from './reader.tsx'
import type { StaffVisit } from './visit.ts'

/** The origin of a lot: known and unknown kilograms, plots and their faults, and statements filed. */

/** At most this many plots are listed one by one. */
const MOST_PLOTS = 100
const MOST_LINKS = 5

export async function lotOrigin(visit: StaffVisit, lotId: string, mayWrite: boolean) {
  const { amount, calendar, say, sayIfKnown } = visit.words
  const origin = await visit.run('lot.origin', { id: lotId })
  const { kg, kgBy, complete, records, faults, notShown, statements, plots } = origin
  const some = plots.slice(0, MOST_PLOTS)
  const nameOf = await distinctNames(visit.run, [
    ...some.map(({ holder }) => holder),
    ...statements.map(({ filed_by }) => filed_by),
  ])
  return (
    <>
      <h2 id="origin">{say('origin.title')}</h2>
      <Box kind={complete ? 'good' : 'warn'}>{say(complete ? 'origin.complete' : 'origin.incomplete')}</Box>
      <Table
        columns={['origin.source', { right: 'today.kg' }]}
        rows={[
          [say('origin.named'), amount(kgBy.named)],
          [say('origin.holder'), amount(kgBy.holder)],
          [say('origin.unknown'), amount(kgBy.unknown)],
          [say('origin.all'), kg === null ? say('member.noKg') : amount(kg)],
        ]}
      />
      <p class="help">{say('origin.records', { count: records })}</p>
      {faults.length > 0 && (
        <>
          <h3>{say('origin.faults')}</h3>
          <ul>
            {faults.map(({ code, count, record_ids }) => (
              <li>
                {sayIfKnown(`origin.fault.${code}`) ?? adviceOn(visit.words, code)}{' '}
                {say('origin.times', { count })}{' '}
                {record_ids.slice(0, MOST_LINKS).map((id, i) => (
                  <>
                    {i > 0 && ', '}
                    <a href={`/records/${id}`}>{say('origin.record', { number: i + 1 })}</a>
                  </>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {notShown.plots + notShown.faults > 0 && (
        <p>
          {say('origin.notShown', {
            plots: notShown.plots,
            faults: notShown.faults,
            kg: amount(notShown.kg),
          })}
        </p>
      )}
      <h3>{say('origin.plots')}</h3>
      {plots.length === 0 ? <p>{say('origin.noPlots')}</p> : <Plots plots={some} nameOf={nameOf} />}
      {plots.length > MOST_PLOTS && <p>{say('origin.more', { count: plots.length - MOST_PLOTS })}</p>}
      <h3>{say('origin.statements')}</h3>
      <Table
        none={say('origin.noStatements')}
        columns={['entry.reference_number', 'entry.verification_number', 'entry.filed_by', 'entry.filed_at']}
        rows={statements.map(({ id, reference_number, verification_number, filed_by, filed_at }) => [
          <a href={`/records/${id}`}>{reference_number}</a>,
          verification_number ?? '',
          nameOf(filed_by),
          calendar.day(filed_at),
        ])}
      />
      <p class="links">
        {mayWrite && (
          <a href={`/new-record/due_diligence?${new URLSearchParams({ lot_id: lotId })}`}>
            {say('origin.addStatement')}
          </a>
        )}
      </p>
      <PackForm visit={visit} lotId={lotId} />
    </>
  )
}

const Plots = ({
  plots,
  nameOf,
}: {
  readonly plots: readonly OriginPlotLine[]
  readonly nameOf: (party: string) => string
}) => {
  const words = useWords()
  const { say, worded } = words
  return (
    <Table
      columns={[
        'origin.plot',
        'consent.subject',
        'entry.country',
        { right: 'plots.stated' },
        'origin.how',
        'origin.faults',
      ]}
      rows={plots.map(({ record_id, holder, name, country, area_ha, isNamed, flags, hasOutline }) => [
        <a href={`/records/${record_id}`}>{name ?? say('plots.unnamed')}</a>,
        <a href={`/members/${holder}/plots`}>{nameOf(holder)}</a>,
        country,
        statedWords(words, area_ha),
        say(isNamed ? 'origin.isNamed' : 'origin.isOfHolder'),
        [...(hasOutline ? [] : ['geometry_missing']), ...flags.filter((flag) => flag !== USUAL)]
          .map((code) => worded(codeOf(code)))
          .join('; '),
      ])}
    />
  )
}
