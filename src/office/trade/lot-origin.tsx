import { referenceIn, verificationIn } from '../../domain/derived/due-diligence.ts'
import { isRefused } from '../../domain/eu-outline.ts'
import { distinctNames } from '../../identity/party-names.ts'
import type { OriginPlotLine } from '../../records/lots/origin-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import { RoundedNote } from '../frame/parts/flow.tsx'
import { PlotMap } from '../frame/parts/map.tsx'
import { Action, Actions, Badge, Box, Card, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { PackForm } from './lot-pack.tsx'
import { adviceOn, statedWords } from './plot-words.ts'
import { USUAL } from './plots.tsx'

/** The origin of a lot: known and unknown kilograms, plots and their faults, and statements filed. */

/** At most this many plots are listed one by one. */
const MOST_PLOTS = 100
const MOST_LINKS = 5

export async function lotOrigin(visit: StaffVisit, lotId: string, mayWrite: boolean) {
  const { calendar, mass, say, sayIfKnown, worded } = visit.words
  const origin = await visit.run('lot.origin', { id: lotId, withOutlines: true })
  const { kg, kgBy, complete, records, faults, notShown, statements, plots } = origin
  const some = plots.slice(0, MOST_PLOTS)
  const refused = plots.filter(({ euFaults }) => isRefused(euFaults)).length
  const nameOf = await distinctNames(visit, [
    ...some.map(({ holder }) => holder),
    ...statements.map(({ filed_by }) => filed_by),
  ])
  const outlines = some.filter(({ geometry }) => geometry !== undefined)
  const background = outlines.length === 0 ? null : await visit.run('map.background', {})
  return (
    <>
      <h2 id="origin">
        {say('origin.title')}{' '}
        <Badge kind={complete ? 'good' : 'warn'}>
          {say(complete ? 'origin.isKnown' : 'origin.isPartly')}
        </Badge>
      </h2>
      <Grid>
        <Card span={5} title={say('origin.kilograms')}>
          <p>{say(complete ? 'origin.complete' : 'origin.incomplete')}</p>
          <Table
            columns={['origin.source', { right: 'today.kg' }]}
            rows={[
              [say('origin.named'), mass(kgBy.named)],
              [say('origin.holder'), mass(kgBy.holder)],
              [say('origin.unknown'), mass(kgBy.unknown)],
              [say('origin.all'), kg === null ? say('member.noKg') : mass(kg)],
            ]}
          />
          <RoundedNote of={[kg, kgBy.named, kgBy.holder, kgBy.unknown, notShown.kg]} />
          <p class="help">{say('origin.records', { count: records })}</p>
        </Card>
        <Card span={7} title={say('origin.plots')}>
          {plots.length === 0 && <p>{say('origin.noPlots')}</p>}
          {outlines.length > 0 && (
            <PlotMap
              plots={outlines.map(({ geometry, name, record_id }) => ({
                geometry,
                name: name ?? '',
                kind: 'own' as const,
                href: `/records/${record_id}`,
              }))}
              background={background}
            />
          )}
        </Card>
        {faults.length > 0 && (
          <Card title={say('origin.faults')}>
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
          </Card>
        )}
      </Grid>
      {notShown.plots + notShown.faults > 0 && (
        <p>
          {say('origin.notShown', {
            plots: notShown.plots,
            faults: notShown.faults,
            kg: mass(notShown.kg),
          })}
        </p>
      )}
      {refused > 0 && <Box kind="warn">{say('origin.refused', { count: refused })}</Box>}
      {plots.length > 0 && <Plots plots={some} nameOf={nameOf} />}
      {plots.length > MOST_PLOTS && <p>{say('origin.more', { count: plots.length - MOST_PLOTS })}</p>}
      <Card title={say('origin.statements')}>
        <Table
          none={say('origin.noStatements')}
          columns={[
            'entry.due_diligence.reference',
            'entry.verification',
            'entry.kind',
            'entry.status',
            'entry.filed_by',
            'entry.filed_at',
          ]}
          rows={statements.map(({ id, filed_by, filed_at, ...statement }) => [
            <a href={`/records/${id}`}>
              {referenceIn(statement) ?? statement.internal_reference ?? say('origin.noNumber')}
            </a>,
            verificationIn(statement) ?? '',
            worded(statement.kind ?? 'dds'),
            worded(statement.status ?? 'submitted'),
            nameOf(filed_by),
            calendar.day(filed_at),
          ])}
        />
        {mayWrite && (
          <Actions>
            <Action href={`/new-record/due_diligence?${new URLSearchParams({ lot_id: lotId })}`} icon="add">
              {say('origin.addStatement')}
            </Action>
          </Actions>
        )}
      </Card>
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
      rows={plots.map(({ record_id, holder, name, country, area_ha, isNamed, flags, euFaults }) => [
        <a href={`/records/${record_id}`}>{name ?? say('plots.unnamed')}</a>,
        <a href={`/members/${holder}/plots`}>{nameOf(holder)}</a>,
        country,
        statedWords(words, area_ha),
        say(isNamed ? 'origin.isNamed' : 'origin.isOfHolder'),
        [...new Set([...flags, ...euFaults])]
          .filter((code) => code !== USUAL)
          .map((code) => worded(codeOf(code)))
          .join('; '),
      ])}
    />
  )
}
