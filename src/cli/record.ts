import { Command } from 'commander'
import { uuidv7 } from 'uuidv7'
import { minorDigits } from '../domain/money.ts'
import type { CounterRecord } from '../operator/records.ts'
import { OperatorFault } from '../problem.ts'
import { Asker, isTerminal } from './ask.ts'
import { type GlobalOptions, type Run, settings, withTasks } from './context.ts'
import {
  CONFIRMATION_FIELDS,
  COUNTER_TYPES,
  type CounterType,
  FIELDS,
  type Field,
  RETRACTION_FIELDS,
} from './entry/fields.ts'
import { gather, readBack } from './entry/gather.ts'
import type { Desk } from './entry/read.ts'
import { note, safe, show, table } from './print.ts'

/** Counter entry: the cooperative's staff write what happened, ask by ask or by flags. */

type Given = Record<string, string | undefined>

export function recordCommand(): Command {
  const command = new Command('record').description('counter entry of records')
  const add = command
    .command('add')
    .description('write a record; on a terminal, field by field, one after another')
  for (const type of COUNTER_TYPES) {
    const child = withFlags(add.command(type), FIELDS[type]).option(
      '--conversion <id>',
      'factor that gives the kilograms',
    )
    onBehalf(child).action((_own: object, own: Command) => entry(own, (session) => addLoop(session, type)))
  }
  const correct = command
    .command('correct')
    .description('write a corrected version; the old one stays and is marked superseded')
    .argument('<id>', 'the record')
  for (const field of allFields()) correct.option(`--${field.flag} <value>`, field.question)
  onBehalf(correct.option('--conversion <id>', 'factor that gives the kilograms')).action(
    (id: string, _own: object, own: Command) => entry(own, (session) => correctOne(session, id)),
  )
  onBehalf(withFlags(command.command('retract').argument('<id>', 'the record'), RETRACTION_FIELDS))
    .description('take a record back; it stays in the log, marked retracted')
    .action((id: string, _own: object, own: Command) =>
      entry(own, (session) => actOn(session, 'retraction', 'target_id', id, RETRACTION_FIELDS)),
    )
  onBehalf(withFlags(command.command('confirm').argument('<delivery>', 'the delivery'), CONFIRMATION_FIELDS))
    .description('confirm a delivery as its counterparty')
    .action((id: string, _own: object, own: Command) =>
      entry(own, (session) =>
        actOn(session, 'delivery_confirmation', 'delivery_id', id, CONFIRMATION_FIELDS),
      ),
    )
  listCommand(command)
  return command
}

function withFlags(command: Command, fields: readonly Field[]): Command {
  for (const field of fields)
    command.option(
      `--${field.flag} <value>`,
      field.words ? `${field.question}: ${field.words.join(', ')}` : field.question,
    )
  return command
}

const onBehalf = (command: Command): Command =>
  command
    .option('--for <party>', 'asserted for this party, under --delegation')
    .option('--delegation <id>', 'the mandate')

function allFields(): Field[] {
  const byFlag = new Map<string, Field>()
  for (const type of [...COUNTER_TYPES, 'party' as const])
    for (const field of FIELDS[type]) byFlag.set(field.flag, field)
  return [...byFlag.values()]
}

interface Session {
  readonly desk: Desk
  readonly run: Run
  readonly given: Given
  readonly asker: Asker | null
  readonly json: boolean | undefined
}

async function entry(command: Command, work: (session: Session) => Promise<void>): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions & Given>()
  const asker = isTerminal() ? new Asker() : null
  const given = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
      value,
    ]),
  ) as Given
  try {
    await withTasks(options, (run) =>
      work({
        run,
        given,
        asker,
        json: options.json,
        desk: { run, timeZone: settings(options).timeZone, nowMs: Date.now() },
      }),
    )
  } finally {
    asker?.close()
  }
}

/** A clerk's day: one record after another, the last answers standing in brackets. */
async function addLoop(session: Session, type: CounterType): Promise<void> {
  let fallbacks: Record<string, string> = { occurred_at: 'today' }
  if (!session.asker) fallbacks = {}
  for (;;) {
    const { members, shown } = await gather(
      session.desk,
      FIELDS[type],
      session.given,
      session.asker,
      fallbacks,
    )
    await write(session, `This ${type.replaceAll('_', ' ')} will be written:`, shown, { type, ...members })
    if (!session.asker || session.json || !(await session.asker.yes('Another one?'))) return
    const repeated = ['occurred_at', 'to_party', 'crop', 'lawful_basis', 'location', 'season']
    const said = new Map(shown.map(([label, value]) => [label.replaceAll(' ', '_'), value]))
    fallbacks = Object.fromEntries(
      repeated.flatMap((member) => {
        const value =
          typeof members[member] === 'string' && member !== 'occurred_at' ? members[member] : said.get(member)
        return value === undefined ? [] : [[member, value as string]]
      }),
    )
  }
}

const SERVICE_MEMBERS = [
  'id',
  'received_at',
  'recorded_at',
  'asserted_by',
  'derived',
  'device_id',
  'supersedes',
  'record_class',
  'on_behalf_of',
  'delegation_id',
]

async function correctOne(session: Session, id: string): Promise<void> {
  const old = await session.run('record.get', { id })
  const fields = FIELDS[old.type as CounterType | 'party']
  if (!fields)
    throw new OperatorFault(
      `A ${old.type.replaceAll('_', ' ')} cannot be corrected.`,
      'Retract it with "granary record retract", and write a new one.',
    )
  const kept = Object.fromEntries(Object.entries(old).filter(([member]) => !SERVICE_MEMBERS.includes(member)))
  const given = session.given
  const changes = fields.filter((field) => given[field.flag] !== undefined)
  if (!session.asker && changes.length === 0)
    throw new OperatorFault(
      'Nothing was given to correct.',
      `Give what is right, such as --${fields[0]?.flag}.`,
      2,
    )
  const asked = session.asker && changes.length === 0 ? fields : changes
  const fallbacks = Object.fromEntries(fields.map((field) => [field.member, asText(old, field)]))
  const { members, shown } = await gather(session.desk, asked, given, session.asker, fallbacks)
  if ('quantity' in members && !('normalized_kg' in members)) {
    delete kept.normalized_kg
    delete kept.conversion_id
  }
  await write(session, `This replaces record ${id}; the old one stays readable:`, shown, {
    ...kept,
    ...members,
    supersedes: id,
  })
}

/** A field's present value as a clerk would type it. */
function asText(record: CounterRecord, field: Field): string {
  const value = record[field.member]
  if (value === undefined) return ''
  if (field.kind === 'quantity') {
    const quantity = value as { value: number; unit: string }
    return `${quantity.value} ${quantity.unit}`
  }
  if (field.kind === 'money') {
    const { amount_minor, currency } = value as { amount_minor: number; currency: string }
    const decimals = minorDigits(currency) ?? 2
    return `${(amount_minor / 10 ** decimals).toFixed(decimals)} ${currency}`
  }
  if (field.kind === 'inputs')
    return (value as { record_id: string; kg: number }[]).map((i) => `${i.record_id}:${i.kg}`).join(',')
  return String(value)
}

async function actOn(
  session: Session,
  type: string,
  member: string,
  id: string,
  fields: readonly Field[],
): Promise<void> {
  const target = await session.run('record.get', { id })
  const fallbacks: Record<string, string> = { occurred_at: 'today' }
  const given = { date: 'today', ...session.given }
  const { members, shown } = await gather(
    session.desk,
    fields,
    session.asker ? session.given : given,
    session.asker,
    fallbacks,
  )
  await write(
    session,
    `About the ${target.type.replaceAll('_', ' ')} of ${target.occurred_at.slice(0, 10)}, ${id}, this ${type.replaceAll('_', ' ')} will be written:`,
    shown,
    { type, [member]: id, ...members },
  )
}

async function write(
  session: Session,
  heading: string,
  shown: readonly (readonly [string, string])[],
  members: Record<string, unknown>,
): Promise<void> {
  note(readBack(heading, shown))
  if (session.asker && !(await session.asker.yes('Write this?'))) {
    note('Nothing was written.')
    return
  }
  const { for: principal, delegation } = session.given
  const behalf =
    principal === undefined
      ? {}
      : {
          on_behalf_of: (await session.run('party.resolve', { text: principal })).party,
          ...(delegation === undefined ? {} : { delegation_id: delegation }),
        }
  const { record } = await session.run('record.append', { draft: { id: uuidv7(), ...members, ...behalf } })
  const flags = record.derived.flags.length === 0 ? '' : `\nFlags: ${record.derived.flags.join(', ')}`
  show(session.json, record, () => `Written as ${record.id}.${flags}`)
}

function listCommand(command: Command): void {
  command
    .command('list')
    .description("the cooperative's newest records of one type, to find what to correct")
    .argument('<type>', 'harvest, lot, delivery or obligation')
    .option('--party <party>', 'only about this party: id or member number')
    .action(async (type: string, _own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions & { party?: string }>()
      if (!['harvest', 'lot', 'delivery', 'obligation'].includes(type))
        throw new OperatorFault(
          `"${safe(type)}" cannot be listed here.`,
          'Ask for harvest, lot, delivery or obligation.',
          2,
        )
      const records = await withTasks(options, async (run) => {
        const subject =
          options.party === undefined ? null : (await run('party.resolve', { text: options.party })).party
        return run('record.recent', { type: type as 'delivery', subject })
      })
      show(options.json, { records }, () =>
        table(
          ['Happened', 'Crop', 'As seen', 'kg', 'Flags', 'Record'],
          records.map((r) => {
            const quantity = r.quantity as { value: number; unit: string } | undefined
            return [
              r.occurred_at.slice(0, 10),
              r.crop,
              quantity ? `${quantity.value} ${quantity.unit}` : '',
              r.derived.kg,
              r.derived.flags.join(' '),
              r.id,
            ]
          }),
        ),
      )
    })
}
