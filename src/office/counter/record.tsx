import type { ComponentProps } from 'preact'
import { must } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import { allows } from '../../domain/staff.ts'
import { descriptors, isConfirmableType, type RecordType } from '../../domain/types/index.ts'
import { distinctNames } from '../../identity/party-names.ts'
import { cropNames, partiesOf, whatOf } from '../../records/crop-names.ts'
import { type Field as EntryField, FIELDS } from '../../records/entry/fields.ts'
import { isItself } from '../../records/entry/party-called.ts'
import { faultsOf } from '../../records/plots/plot-words.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { asShown, codeOf, type Shown } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import { atStart, shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { labelled, quantityOf } from '../frame/entry-form.tsx'
import { Form } from '../frame/form.tsx'
import { Action, Badge, Box, Card, Facts, Grid, type Standing, Timeline } from '../frame/parts.tsx'
import { flagWords, partiesIn, valuesShown } from '../frame/record-values.ts'
import { nothingThere, pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { debtRows, minorShown } from '../people/account-parts.tsx'
import { ActForm } from './act-form.tsx'
import { ConfirmedBadge, confirmationActs, confirmationOf, confirmedShown } from './confirmation-parts.tsx'
import { nextOfFirstDay } from './first-day.tsx'
import { ReceiptForm } from './receipt.tsx'
import { writersOf } from './writers.ts'

/** One record with all its versions, the meaning of its flags, and the actions allowed on it. */

/** @returns the parties by name; the receiver or creditor, which mostly is the cooperative, only if it is another */
export async function withNames(visit: StaffVisit, records: readonly CounterRecord[]) {
  const { say } = visit.words
  const cropOf = await cropNames(visit.words, visit.run)
  const whose = records.map((record) => {
    const [id, to] = partiesOf(record)
    return { record, id, to: record.type === 'party' ? undefined : to }
  })
  const nameOf = await distinctNames(
    visit,
    whose.flatMap(({ id, to }) => [id, to]).filter((id) => id !== undefined),
  )
  return whose.map(({ record, id, to }) => {
    const name = id === undefined ? '' : nameOf(id)
    const parties =
      to === undefined || to === visit.cooperativeId
        ? name
        : say('records.fromTo', { from: name, to: nameOf(to) })
    return { record, name, parties, what: whatOf(visit.words, record, cropOf) }
  })
}

/** @param name empty for a record about nobody in particular, such as a loss */
export const recordTitle = (
  words: Words,
  key: 'record.title' | 'change.title' | 'change.takeBack' | 'change.confirm' | 'change.sign',
  type: string,
  name: string,
): string => {
  const { say, worded } = words
  return name === ''
    ? say(`${key}Alone`, { type: worded(codeOf(type)) })
    : say(key, { type: worded(codeOf(type)), name })
}

export async function recordPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { calendar, say } = visit.words
  const found = await versionsIn(visit)
  if (found === null) return noSuchRecord(visit)
  const { record, number, versions } = found
  const { run } = visit
  const ids = versions.map(({ id }) => id)
  const [flags, writers, [{ name = '', parties = '', what = '' } = {}], values, readers, isOfItself, next] =
    await Promise.all([
      rowsOf(run, 'flags'),
      writersOf(visit, ids),
      withNames(visit, [record]),
      valuesOf(visit, record),
      readersOf(visit, record),
      isItself(run, record),
      visit.query.done !== undefined && nextOfFirstDay(visit),
    ])
  const lot = lotOf(record)
  const codes = record.type === 'plot' ? faultsOf(record.derived.flags, record) : record.derived.flags
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      {
        title: titleWithFigure(visit.words, record, { name, parties }),
        line: (
          <>
            {[calendar.asRecorded(record), what].filter(Boolean).join(' · ')}{' '}
            <States words={visit.words} record={record} />
          </>
        ),
        actions: (
          <>
            {lot !== null && (
              <Action href={`/lots/${lot}`} icon="lot">
                {say('record.toLot')}
              </Action>
            )}
            {isCorrectable(visit, record) && (
              <Action href={`/records/${record.id}/correction`} icon="correct" isMain>
                {say('record.correct')}
              </Action>
            )}
          </>
        ),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {visit.query.done !== undefined && (
          <Box kind="good">
            {say('entry.saved')}
            {next}
          </Box>
        )}
        {codes.length > 0 && (
          <Box kind="warn">
            {codes.map((code) => (
              <p>{visit.words.sayIfKnown(`plots.flag.${code}`) ?? flagWords(visit.words, flags, code)}</p>
            ))}
          </Box>
        )}
        {record.derived.standing === 'forked' && <Fork visit={visit} versions={versions} />}
        <Grid>
          <Card span={7} title={say('record.recorded')}>
            <Facts rows={[[say('record.number'), number], ...values]} />
            {await picturesOf(visit, record)}
          </Card>
          <Card span={5} title={say('record.versions')}>
            <Timeline
              events={versions.map((version) => ({
                what: (
                  <>
                    {version.id === record.id ? (
                      <strong>{stampOf(visit.words, version)}</strong>
                    ) : (
                      <a href={`/records/${version.id}`}>{stampOf(visit.words, version)}</a>
                    )}{' '}
                    <StandingBadge words={visit.words} record={version} />
                  </>
                ),
                when: [quantityOf(visit.words, version), writers.get(version.id)].filter(Boolean).join(' · '),
                isPast: !COUNTING.includes(version.derived.standing),
              }))}
            />
            <h3>{say('record.readers')}</h3>
            <p>{readers}</p>
          </Card>
          {await actsOn({ visit, record, isItself: isOfItself })}
        </Grid>
      </>,
    ),
  }
}

const stampOf = ({ calendar }: Words, { received_at }: CounterRecord): string => calendar.stamp(received_at)

/** The record as people speak of it: `Delivery, 85.5 kg from Grace Nakato`. */
function titleWithFigure(
  words: Words,
  record: CounterRecord,
  { name, parties }: { readonly name: string; readonly parties: string },
): string {
  const figure = quantityOf(words, record)
  if (figure === '' || name === '') return atStart(recordTitle(words, 'record.title', record.type, name))
  const type = words.worded(codeOf(record.type))
  const key =
    record.type === 'delivery' || record.type === 'payment' ? 'record.figureFrom' : 'record.figureOf'
  return atStart(words.say(key, { type, figure, parties }))
}

/** The standings of which a version counts, now or once its fork is settled. */
const COUNTING: readonly string[] = ['tip', 'forked']
const KINDS: Readonly<Record<string, Standing>> = { tip: 'good', superseded: 'info' }

export const StandingBadge = ({ words, record: { derived } }: { words: Words; record: CounterRecord }) => (
  <Badge kind={KINDS[derived.standing] ?? 'bad'}>{words.worded(derived.standing)}</Badge>
)

/** How the record stands, and whether the other side has confirmed it. */
const States = ({ words, record }: { words: Words; record: CounterRecord }) => (
  <>
    <StandingBadge words={words} record={record} />{' '}
    {isConfirmableType(record.type) &&
      record.derived.standing === 'tip' &&
      (confirmationOf(record) === null ? (
        <Badge kind="warn">{words.say('record.notConfirmed')}</Badge>
      ) : (
        <ConfirmedBadge record={record} />
      ))}
  </>
)

/** Whether the cooperative may correct it: it is its own, and the newest version. */
const isCorrectable = (visit: StaffVisit, record: CounterRecord): boolean =>
  allows(visit.session.person.role, 'write') &&
  isOurs(visit, record) &&
  record.derived.standing === 'tip' &&
  fieldsOf(record.type) !== null

/** Returns the id of the lot that a record is or names. */
const lotOf = ({ id, type, lot_id }: CounterRecord): string | null =>
  type === 'lot' ? id : typeof lot_id === 'string' ? lot_id : null

export const noSuchRecord = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('records.title'), say('records.unknown'))
}

interface ActsProps {
  readonly visit: StaffVisit
  readonly record: CounterRecord
  readonly isItself: boolean
}

/** The actions that this person may take on the record; none that intake would refuse. */
async function actsOn({ visit, record, isItself }: ActsProps) {
  const { say } = visit.words
  const { session } = visit
  const { id, type, derived } = record
  const isWithUs = partiesOf(record).includes(visit.cooperativeId)
  const hasReceipt = type === 'delivery' || (type === 'payment' && isWithUs)
  if (!allows(session.person.role, 'write'))
    return hasReceipt && <ReceiptCard visit={visit} id={id} hasReceipt />
  const ours = isOurs(visit, record)
  const isCurrent = derived.standing === 'tip'
  const mayBeTakenBack =
    ours && !isItself && type !== 'retraction' && (isCurrent || derived.standing === 'forked')
  const { forms, isToSign } = await confirmationActs(visit, record)
  const hasVoucher = isToSign && isWithUs && (type === 'payment' || type === 'obligation')
  return (
    <>
      {(hasReceipt || hasVoucher) && (
        <ReceiptCard visit={visit} id={id} hasReceipt={hasReceipt} hasVoucher={hasVoucher} />
      )}
      <Card span={5} title={say('record.change')}>
        {isCurrent && <p>{say(ours ? 'record.changeHow' : 'record.othersChange')}</p>}
        {isItself && <p>{say('record.itself')}</p>}
        {mayBeTakenBack && (
          <ActForm
            visit={visit}
            action={`/records/${id}/retraction`}
            title={say('record.takeBack')}
            fields={FIELDS.retraction}
          />
        )}
      </Card>
      {forms !== null && (
        <Card span={7} title={say('record.confirming')}>
          {forms}
        </Card>
      )}
    </>
  )
}

const ReceiptCard = (props: ComponentProps<typeof ReceiptForm>) => {
  const { say } = props.visit.words
  return (
    <Card span={7} title={say(props.hasReceipt ? 'record.receipt' : 'voucher.title')}>
      <ReceiptForm {...props} />
      {props.hasVoucher && <p class="help">{say('voucher.help')}</p>}
    </Card>
  )
}

function Fork({ visit, versions }: { visit: StaffVisit; versions: readonly CounterRecord[] }) {
  const { calendar, say } = visit.words
  const mayWrite = allows(visit.session.person.role, 'write')
  return (
    <Box kind="warn">
      <p>{say('record.forked')}</p>
      {endsOf(versions).map((end) => (
        <Form action={`/records/${end.id}/keep`} session={visit.session} class="buttons">
          <span>
            {quantityOf(visit.words, end)}, {calendar.stamp(end.received_at)}
          </span>
          {mayWrite && (
            <button type="submit" class="quiet">
              {say('record.keep')}
            </button>
          )}
        </Form>
      ))}
    </Box>
  )
}

/** Returns the last version of each branch of a fork; the person may keep one of them. */
const endsOf = (versions: readonly CounterRecord[]): CounterRecord[] =>
  versions.filter(({ derived }) => derived.standing === 'forked' && derived.superseded_by.length === 0)

/** Returns the fields of a type that a person may change; null if there are none. */
export const fieldsOf = (type: RecordType): readonly EntryField[] | null =>
  descriptors[type].actsOn === undefined ? FIELDS[type] : null

/**
 * Whether the record is the cooperative's: only its first asserter may correct or retract it (contract §5).
 * Intake checks again.
 */
export const isOurs = ({ cooperativeId }: StaffVisit, record: CounterRecord): boolean =>
  record.asserted_by === cooperativeId || record.on_behalf_of === cooperativeId

const READERS = 200

/** Names the parties outside the cooperative who were shown the record, and must be informed of a change. */
export async function readersOf(
  { cooperativeId, run, words }: StaffVisit,
  { id }: CounterRecord,
): Promise<string> {
  const { entries } = await run('audit', { record: id, count: READERS })
  const seen = entries.filter(
    ({ party, outcome }) => outcome === 'disclosed' && party !== null && party !== cooperativeId,
  )
  const names = [...new Set(seen.map(({ name, party }) => (name && shortName(name, words)) ?? String(party)))]
  return names.length === 0
    ? words.say('record.unread')
    : words.say('record.read', { readers: names.join(', ') })
}

const idIn = ({ path }: StaffVisit): string => path.split('/')[2] ?? ''

export async function recordIn(visit: StaffVisit, id = idIn(visit)): Promise<CounterRecord | null> {
  return isId(id) ? ((await recordCalled(visit, id))?.record ?? null) : null
}

/** Returns the record, or null if there is none. @param text an id, or the number on a receipt */
export const recordCalled = ({ run }: StaffVisit, text: string) =>
  run('record.show', { id: text }).catch(nullIfNone)

function nullIfNone(error: unknown): null {
  if (error instanceof OperatorFault) return null
  throw error
}

const MOST_VERSIONS = 64

/** Returns the record with every version that the cooperative may read, newest first; null if there is none. */
export async function versionsIn(visit: StaffVisit) {
  const id = idIn(visit)
  const found = isId(id) ? await visit.run('record.versions', { id }).catch(nullIfNone) : null
  if (found === null) return null
  const { number, versions } = found
  const record = must(versions.find((version) => version.id === id))
  return { record, number, versions: versions.slice(0, MOST_VERSIONS) }
}

/** A link to each of its pictures that is kept here. */
async function picturesOf({ run, words }: StaffVisit, { evidence = [] }: CounterRecord) {
  const kept = await Promise.all(
    evidence.map(async ({ sha256 }) => ({ sha256, ...(await run('record.picture', { sha256 })) })),
  )
  return kept
    .filter(({ media_type }) => media_type !== null)
    .map(({ sha256 }) => (
      <p>
        <a href={`/pictures/${sha256}`}>{words.say('entry.pictureShown')}</a>
      </p>
    ))
}

/** Returns the stored members and the derived values. */
async function valuesOf(visit: StaffVisit, record: CounterRecord): Promise<[string, Shown][]> {
  const { amount, calendar, say, worded } = visit.words
  const cropOf = await cropNames(visit.words, visit.run)
  const nameOf = await distinctNames(visit, partiesIn(record))
  const stored = valuesShown(record, { words: visit.words, nameOf, cropOf })
  const { kg, standing } = record.derived
  const confirmed = isConfirmableType(record.type) ? await confirmedShown(visit, record) : null
  const row = (
    name: 'today.kg' | 'record.confirmed' | 'money.unallocated',
    shown: Shown,
  ): [string, Shown] => [say(name), shown]
  return [
    ...stored.map(([member, shown]): [string, Shown] => [labelled(visit.words, member, record.type), shown]),
    ...(record.quantity === undefined
      ? []
      : [row('today.kg', kg === null ? say('member.noKg') : amount(kg))]),
    ...(confirmed === null ? [] : [row('record.confirmed', asShown(confirmed))]),
    ...(record.type === 'payment' && record.amount !== undefined
      ? [
          row(
            'money.unallocated',
            minorShown(visit.words, record.amount.currency, record.derived.unallocated_minor ?? null),
          ),
        ]
      : []),
    ...debtRows(visit.words, record, visit.cooperativeId),
    [say('record.arrived'), calendar.stamp(record.received_at)],
    [say('records.standing'), worded(standing)],
  ]
}
