import { given, membersOf } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, withWords } from '../cli/context.ts'
import { readOperatorFile } from '../cli/operator-files.ts'
import { card, note, safe, show, tableOrNone } from '../cli/print.ts'
import { measuredFactor } from '../domain/registry.ts'
import { several } from '../words/english.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { Words } from '../words/words.ts'
import { readWeighings } from './weighings.ts'

interface WeighingsOptions extends GlobalOptions {
  readonly unit: string
  readonly crop: string
  readonly region?: string
  readonly label?: string
  readonly source: string
  readonly supersedes?: string
}

export function registryCommand(): Command {
  const command = new Command('registry').description('reference data: crops, units, conversions and others')
  command
    .command('list')
    .description('list the rows of one kind')
    .argument('<kind>', 'conversions, crops, units, regions, purposes, lawful-bases, flags or record-types')
    .does(async (options: GlobalOptions, kind: string) => {
      const [{ rows }, words] = await withWords(options, (run) => run('registry.list', { kind }))
      show(options.json, { rows }, () =>
        rowsTable(
          rows.map((row) => inWords(words, kind, row)),
          words,
        ),
      )
    })
  command
    .command('add')
    .description('add a row, or many at once; they never change afterwards')
    .argument('<kind>', 'the kind of row')
    .argument('<file>', 'JSON file with one row, or a list of rows')
    .does(async (options: GlobalOptions, kind: string, file: string) => {
      const read = readJson(file)
      if (!Array.isArray(read)) {
        const added = await withTasks(options, (run) => run('registry.add', { kind, row: read }))
        show(options.json, added, () => `Added ${kind} ${safe(added.row.id)}.`)
        return
      }
      const added = await withTasks(options, (run) => run('registry.add-all', { kind, rows: read }))
      show(options.json, added, () => `Added ${several(added.rows.length, 'row', 'rows')} to ${kind}.`)
    })
  command
    .command('weighings')
    .description('make a measured conversion factor from a CSV file of weighings')
    .argument('<file>', 'columns weighed_at,value,kg and optionally weighed_by,instrument,condition')
    .requiredOption('--unit <unit>', 'registry code of the unit weighed')
    .requiredOption('--crop <crop>', 'registry code of the crop and its form')
    .option('--region <region>', 'registry code of its region')
    .option('--label <label>', 'a distinguishing word, such as the season')
    .requiredOption('--source <text>', 'who weighed, where and when')
    .option('--supersedes <id>', 'the conversion that the new one replaces; it stays readable')
    .does(async (o: WeighingsOptions, file: string) => {
      const { weighings, faults } = readWeighings(readOperatorFile(file).toString())
      if (faults.length > 0) {
        for (const fault of faults) note(`  row ${fault.row}, ${fault.column}: ${safe(fault.message)}`)
        throw new OperatorFault(
          message('registry.unreadCells', { count: faults.length, file }),
          message('registry.unreadCells.remedy'),
        )
      }
      if (weighings.length === 0)
        throw new OperatorFault(
          message('registry.noWeighings', { file }),
          message('registry.noWeighings.remedy'),
        )
      const words = [
        o.crop,
        o.unit,
        o.region,
        o.label,
        weighings
          .map((w) => w.weighed_at.slice(0, 10))
          .sort()
          .at(-1),
      ]
      const row = {
        id: words
          .filter((word) => word !== undefined)
          .join('_')
          .toLowerCase()
          .replace(/[^a-z0-9_.-]+/g, '_')
          .slice(0, 80),
        kind: 'measured',
        unit: o.unit,
        crop: o.crop,
        ...given({ region: o.region }),
        factor: measuredFactor(weighings),
        source: o.source,
        ...given({ supersedes: o.supersedes }),
        weighings_count: weighings.length,
        weighings,
      }
      if (row.id === o.supersedes)
        throw new OperatorFault(message('registry.sameId', { id: row.id }), message('registry.sameId.remedy'))
      const added = await withTasks(o, (run) => run('registry.add', { kind: 'conversions', row }))
      show(o.json, added, () =>
        card([
          ['Conversion', row.id],
          ...(o.supersedes === undefined ? [] : [['Supersedes', o.supersedes] as const]),
          ['Factor', `${row.factor} kg for one ${o.unit} of ${o.crop}`],
          [
            'Weighings',
            `${weighings.length}${weighings.length < 10 ? ' (fewer than 10: figures from it are flagged thin_sample)' : ''}`,
          ],
        ]),
      )
    })
  return command
}

/** Members of a row whose values are times. */
const TIMES: ReadonlySet<string> = new Set(['valid_from', 'valid_to'])

/** Returns a row with its name and meaning as the reader calls them. */
function inWords(words: Words, kind: string, row: object): Record<string, unknown> {
  const members = membersOf(row)
  const named = {
    ...members,
    id: String(members.id),
    name: String(members.name),
    meaning: String(members.meaning),
  }
  switch (kind) {
    case 'crops':
      return { ...members, name: words.crop(named) }
    case 'units':
      return { ...members, name: words.unit(named) }
    case 'purposes':
      return { ...members, name: words.purpose(named), meaning: words.purposeMeaning(named) }
    case 'lawful-bases':
      return { ...members, name: words.basis(named) }
    case 'flags':
      return { ...members, meaning: words.flagMeaning(named) }
    case 'record-types':
      return { ...members, name: words.recordType(named) }
    default:
      return members
  }
}

function rowsTable(rows: readonly Record<string, unknown>[], words: Words): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column) => column !== 'source',
  )
  return tableOrNone(
    words,
    columns,
    rows.map((row) =>
      columns.map((column) => {
        const value = row[column]
        return TIMES.has(column) && value !== undefined ? words.calendar.stamp(String(value)) : safe(value)
      }),
    ),
  )
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readOperatorFile(file).toString())
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(message('registry.notJson', { file }), message('registry.notJson.remedy'))
  }
}
