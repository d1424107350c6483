import { given, membersOf } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { commandWords } from '../cli/language.ts'
import { readOperatorFile } from '../cli/operator-files.ts'
import { card, note, safe, show, tableOrNone } from '../cli/print.ts'
import { measuredFactor } from '../domain/registry.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
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
        const [added, { say }] = await withWords(options, (run) => run('registry.add', { kind, row: read }))
        show(options.json, added, () => say('registry.added', { kind, id: added.row.id }))
        return
      }
      const [added, { say }] = await withWords(options, (run) =>
        run('registry.add-all', { kind, rows: read }),
      )
      show(options.json, added, () => say('registry.addedRows', { count: added.rows.length, kind }))
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
      const read = readOperatorFile(file, { mostBytes: MOST_BYTES }).toString()
      const { weighings, faults, isUnchecked } = readWeighings(read)
      if (faults.length > 0) {
        const { say, tell } = commandWords(o)
        for (const { row, column, finding } of faults) {
          const where =
            column === '' ? say('registry.atRow', { row }) : say('registry.atCell', { row, column })
          note(`  ${say('verify.line', { where, finding: tell(finding) })}`)
        }
        if (isUnchecked) note(`  ${say('registry.moreUnread')}`)
        throw new OperatorFault(...withRemedy('registry.unreadCells', { count: faults.length, file }))
      }
      if (weighings.length === 0) throw new OperatorFault(...withRemedy('registry.noWeighings', { file }))
      const idWords = [
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
        id: idWords
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
      if (row.id === o.supersedes) throw new OperatorFault(...withRemedy('registry.sameId', { id: row.id }))
      const [added, { say, amount }] = await withWords(o, (run) =>
        run('registry.add', { kind: 'conversions', row }),
      )
      const { length: count } = weighings
      show(o.json, added, () =>
        card([
          [say('registry.line.conversion'), row.id],
          ...(o.supersedes === undefined ? [] : [[say('registry.line.supersedes'), o.supersedes] as const]),
          [
            say('registry.line.factor'),
            say('registry.factor', { factor: amount(row.factor), unit: o.unit, crop: o.crop }),
          ],
          [say('registry.line.weighings'), count < 10 ? say('registry.thinSample', { count }) : count],
        ]),
      )
    })
  return command
}

/** The most weighings of one row have a tenth of it. */
const MOST_BYTES = 16 * 1024 * 1024

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
    return JSON.parse(readOperatorFile(file, { mostBytes: MOST_BYTES }).toString())
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(...withRemedy('registry.notJson', { file }))
  }
}
