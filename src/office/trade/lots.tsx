import { allows } from '../../domain/staff.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import type { CounterRecord, CounterRecordOf } from '../../records/record-tasks.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import type { Shown } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'
import { noSuchRecord, recordIn, StandingBadge } from '../counter/record.tsx'
import { quantityOf } from '../frame/entry-form.tsx'
import { edge } from '../frame/filters.ts'
import { Field, type Filled, Filters } from '../frame/form.tsx'
import { LotFlow, RoundedNote } from '../frame/parts/flow.tsx'
import { Action, Badge, Box, Card, Grid, Timeline } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { flagWords } from '../frame/record-values.ts'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { lotOrigin } from './lot-origin.tsx'

/** Lots: the inputs of each, its hand-overs and holder, and whether the kilograms balance. */

export async function lotsPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { query, run, session } = visit
  const faults: Record<string, string> = {}
  const period = {
    ...edge(visit.words, visit, 'since', faults, (_day, fromMs) => ({ fromMs })),
    ...edge(visit.words, visit, 'until', faults, (_day, beginsMs) => ({ toMs: beginsMs + DAY_MS })),
  }
  const isFaulty = Object.keys(faults).length > 0
  const asked = { type: 'lot', subject: null, standing: 'tip', ...period } as const
  const { records, more } = isFaulty ? { records: [], more: false } : await run('record.recent', asked)

  const cropOf = await cropNames(visit.words, run)
  const lots = records.filter(isLot)
  const nameOf = await distinctNames(visit, lots.flatMap(custodiansOf))
  const filled: Filled = { values: query, faults }
  return {
    status: isFaulty ? 422 : 200,
    html: pageText(
      visit,
      {
        title: say('lots.title'),
        actions: allows(session.person.role, 'write') && (
          <Action href="/new-lot" icon="add" isMain>
            {say('lots.new')}
          </Action>
        ),
      },
      <>
        <Filters action="/lots">
          <Field name="since" label={say('records.since')} filled={filled} optional />
          <Field name="until" label={say('records.until')} filled={filled} optional />
        </Filters>
        <Table
          none={say('records.none')}
          columns={[
            'lots.formed',
            'today.crop',
            { right: 'member.quantity' },
            { right: 'lots.left' },
            'lots.holder',
            'lots.balance',
          ]}
          rows={lots.map((lot) => [
            <a href={`/lots/${lot.id}`}>{calendar.asRecorded(lot)}</a>,
            cropOf(lot.crop),
            quantityOf(visit.words, lot),
            kgWords(visit.words, lot.derived.mass_balance.remaining_kg),
            custodianWords(visit.words, nameOf, lot),
            <Verdict lot={lot} />,
          ])}
        />
        {more && <p>{say('records.more')}</p>}
      </>,
    ),
  }
}

const DAY_MS = 86_400_000

type LotRecord = CounterRecordOf<'lot'>
const isLot = (record: CounterRecord): record is LotRecord => record.type === 'lot'

const kgWords = (words: Words, kg: number | null): Shown => {
  const { mass, say } = words
  return kg === null ? say('member.noKg') : mass(kg)
}

/** The custodian, if the cooperative may know it. */
const custodiansOf = ({ derived: { custody } }: LotRecord): string[] =>
  custody.custodian === null ? [] : [custody.custodian]

const custodianWords = (
  { say }: Words,
  nameOf: (party: string) => string,
  { derived: { custody } }: LotRecord,
) => (custody.custodian === null ? say('lots.hidden') : nameOf(custody.custodian))

function verdict(words: Words, { derived: { mass_balance, custody } }: LotRecord): string {
  const { say } = words
  const parts = [
    ...(mass_balance.breached ? [say('lots.breached')] : []),
    ...(mass_balance.incomplete ? [say('lots.incomplete')] : []),
    ...(custody.broken ? [say('lots.broken')] : []),
  ]
  return parts.length === 0 ? say('lots.agrees') : parts.join('; ')
}

/** A difference or a broken chain is bad; what is not known yet is to be looked at. */
const Verdict = ({ lot }: { lot: LotRecord }) => {
  const words = useWords()
  const { mass_balance, custody } = lot.derived
  const kind = mass_balance.breached || custody.broken ? 'bad' : mass_balance.incomplete ? 'warn' : 'good'
  return <Badge kind={kind}>{verdict(words, lot)}</Badge>
}

export async function lotPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const lot = await recordIn(visit)
  if (lot === null || !isLot(lot)) return noSuchRecord(visit)
  const { run, session, query } = visit

  const flags = await rowsOf(run, 'flags')
  const cropOf = await cropNames(visit.words, run)
  const { as_of, as_of_precision } = lot.derived.custody
  const asked = { type: 'custody_transfer', subject: null, standing: 'tip', lotId: lot.id } as const
  const mayWrite = allows(session.person.role, 'write') && lot.derived.standing === 'tip'
  const [{ records: transfers }, origin, ...inputs] = await Promise.all([
    run('record.recent', asked),
    lotOrigin(visit, lot.id, mayWrite),
    ...(lot.inputs ?? []).slice(0, MOST_INPUTS).map(({ record_id }) => recordIn(visit, record_id)),
  ])
  const nameOf = await distinctNames(visit, [
    ...custodiansOf(lot),
    lot.holder,
    ...transfers.flatMap(({ from_party, to_party }) => [String(from_party), String(to_party)]),
    ...inputs.flatMap(whoseOf),
  ])
  const custodian = custodianWords(visit.words, nameOf, lot)
  const about = { lot_id: lot.id }
  const from = new URLSearchParams({ ...about, from_party: lot.derived.custody.custodian ?? '' })
  return {
    html: pageText(
      visit,
      {
        title: say('lots.of', { crop: cropOf(lot.crop), day: calendar.asRecorded(lot) }),
        line: (
          <>
            {quantityOf(visit.words, lot)} · {custodian} <Verdict lot={lot} />
          </>
        ),
        actions: (
          <>
            <Action href={`/records/${lot.id}`} icon="record">
              {say('lots.record')}
            </Action>
            {mayWrite && (
              <>
                <Action href={`/new-record/loss?${new URLSearchParams(about)}`} icon="takeBack">
                  {say('lots.loss')}
                </Action>
                <Action href={`/new-record/custody_transfer?${from}`} icon="reader">
                  {say('lots.handOver')}
                </Action>
                <Action href={`/new-record/delivery?${from}`} icon="scale" isMain>
                  {say('lots.sell')}
                </Action>
              </>
            )}
          </>
        ),
      },
      <>
        {query.done !== undefined && (
          <Box kind="good">
            <p>{say('entry.saved')}</p>
            {mayWrite && query.crop !== undefined && <NextLots query={query} />}
          </Box>
        )}
        {lot.derived.standing !== 'tip' && <Box kind="warn">{say('lots.notCurrent')}</Box>}
        {lot.derived.flags.length > 0 && (
          <Box kind="warn">
            {lot.derived.flags.map((flag) => (
              <p>{flagWords(visit.words, flags, flag)}</p>
            ))}
          </Box>
        )}
        <Grid>
          <Card span={7} title={say('lots.balance')}>
            <p class="sentence">{verdict(visit.words, lot)}.</p>
            <Balance balance={lot.derived.mass_balance} />
          </Card>
          <Card span={5} title={say('lots.custody')}>
            <p>
              {lot.derived.custody.custodian === null
                ? say('lots.heldByUnknown')
                : as_of === null
                  ? say('lots.heldByHidden', { name: custodian })
                  : say('lots.heldBy', {
                      name: custodian,
                      since: calendar.asRecorded({
                        occurred_at: as_of,
                        occurred_at_precision: as_of_precision,
                      }),
                    })}{' '}
              {lot.derived.custody.broken && say('lots.brokenMeans')}
            </p>
            {timeline(visit, lot, transfers, nameOf)}
          </Card>
          <Card title={say('lots.madeOf')}>{madeOf(visit, lot, inputs, nameOf)}</Card>
        </Grid>
        {origin}
      </>,
    ),
  }
}

/**
 * Links to the next lots of a period. If one lot may not draw on all its deliveries, they go into several
 * lots, and those into one.
 */
function NextLots({ query }: Pick<StaffVisit, 'query'>) {
  const { say } = useWords()
  const { crop = '', since = '', until = '', place = '', of = '' } = query
  const period = { crop, since, until, place }
  return (
    <p class="links">
      <a href={`/new-lot?${new URLSearchParams({ ...period, of })}`}>{say('newLot.next')}</a>
      <a href={`/new-lot?${new URLSearchParams({ ...period, of: 'lots' })}`}>{say('newLot.together')}</a>
    </p>
  )
}

const isLeftOut = ({ derived }: CounterRecord): boolean => derived.flags.includes('not_counted')

/** Hand-overs, oldest first. Those that do not count are marked. */
function timeline(
  { words }: StaffVisit,
  lot: LotRecord,
  transfers: readonly CounterRecord[],
  nameOf: (party: string) => string,
) {
  const { calendar, say } = words
  return (
    <Timeline
      events={[
        { what: say('lots.formedBy', { day: calendar.asRecorded(lot), name: nameOf(lot.holder) }) },
        ...transfers.toReversed().map((transfer) => ({
          what: (
            <a href={`/records/${transfer.id}`}>
              {say('lots.handed', {
                day: calendar.asRecorded(transfer),
                from: nameOf(String(transfer.from_party)),
                to: nameOf(String(transfer.to_party)),
              })}
            </a>
          ),
          when: (
            <>
              {transfer.quantity === undefined ? say('lots.notWeighed') : quantityOf(words, transfer)}
              {isLeftOut(transfer) && `: ${say('lots.notCounted')}`}
            </>
          ),
          isPast: isLeftOut(transfer),
        })),
      ]}
    />
  )
}

/** The kilograms of the balance, and where they differ. */
function Balance({ balance }: { balance: LotRecord['derived']['mass_balance'] }) {
  const words = useWords()
  const { mass, calendar, percent, say } = words
  const { inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg, formation_difference_kg } = balance
  const shown = [
    ...[inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg, formation_difference_kg],
    ...balance.legs.flatMap(({ kg, expected_kg, difference_kg }) => [kg, expected_kg, difference_kg]),
  ]
  return (
    <>
      <LotFlow balance={balance} />
      {formation_difference_kg !== null && (
        <p>{say('lots.formation', { kg: mass(formation_difference_kg) })}</p>
      )}
      {balance.legs.map(({ at, at_precision, kg, expected_kg, difference_kg, breached }) => (
        <p>
          {say('lots.leg', {
            day: calendar.asRecorded({ occurred_at: at, occurred_at_precision: at_precision }),
            kg: kgWords(words, kg),
            expected: kgWords(words, expected_kg),
            difference: kgWords(words, difference_kg),
          })}{' '}
          {breached && <Badge kind="bad">{say('lots.breached')}</Badge>}
        </p>
      ))}
      {balance.not_counted > 0 && <p>{say('lots.leftOut', { count: balance.not_counted })}</p>}
      <RoundedNote of={shown} />
      <p class="help">{say('lots.tolerance', { percent: percent(balance.tolerance) })}</p>
    </>
  )
}

/** At most this many inputs are listed one by one. */
const MOST_INPUTS = 256

/** The party that an input came from. */
function whoseOf(input: CounterRecord | null): string[] {
  const whose = input?.from_party ?? input?.producer ?? input?.holder
  return typeof whose === 'string' ? [whose] : []
}

/** @param found the inputs in order; null for one that the cooperative may not read */
function madeOf(
  visit: StaffVisit,
  lot: LotRecord,
  found: readonly (CounterRecord | null)[],
  nameOf: (party: string) => string,
) {
  const { amount, calendar, say } = visit.words
  const inputs = (lot.inputs ?? []).slice(0, MOST_INPUTS)
  if (inputs.length === 0) return <p>{say('lots.noInputs')}</p>
  return (
    <Table
      columns={['member.day', 'consent.subject', { right: 'lots.drawn' }, 'records.standing']}
      rows={inputs.map(({ record_id, kg }, i) => {
        const one = found[i]
        return [
          one == null ? say('lots.unread') : <a href={`/records/${record_id}`}>{calendar.asRecorded(one)}</a>,
          whoseOf(one ?? null)
            .map(nameOf)
            .join(),
          amount(kg),
          one !== null && one !== undefined && <StandingBadge words={visit.words} record={one} />,
        ]
      })}
    />
  )
}
