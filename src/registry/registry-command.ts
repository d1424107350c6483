import { given, membersOf } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, withWords } from '../cli/context.ts'
import { readOperatorFile } from '../cli/operator-files.ts'
import { card, note, safe, show, table } from '../cli/print.ts'
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
  const command = new Command('registry').description('help.registry')
  command
    .command('list')
    .description('help.registry.list')
    .argument('<kind>', 'help.registry.list.kind')
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
    .description('help.registry.add')
    .argument('<kind>', 'help.registry.add.kind')
    .argument('<file>', 'help.registry.add.file')
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
    .description('help.registry.weighings')
    .argument('<file>', 'help.registry.weighings.file')
    .requiredOption('--unit <unit>', 'help.registry.weighings.unit')
    .requiredOption('--crop <crop>', 'help.registry.weighings.crop')
    .option('--region <region>', 'help.registry.weighings.region')
    .option('--label <label>', 'help.registry.weighings.label')
    .requiredOption('--source <text>', 'help.registry.weighings.source')
    .option('--supersedes <id>', 'help.registry.weighings.supersedes')
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

function rowsTable(rows: readonly Record<string, unknown>[], { calendar }: Words): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column) => column !== 'source',
  )
  return table(
    columns,
    rows.map((row) =>
      columns.map((column) => {
        const value = row[column]
        return TIMES.has(column) && value !== undefined ? calendar.stamp(String(value)) : safe(value)
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
