import { tableNames } from '../../store/inspect/pages.ts'
import { type Db, fileMarks, schemaDifferences } from '../../store/open.ts'
import { SCHEMA_VERSION } from '../../store/upgrades.ts'
import { Faults, type Findings } from './faults.ts'

export interface GuardsOutcome {
  readonly findings: Findings
  readonly looked: number
  /** Missing or different, so that nothing else can be checked. */
  readonly unusableTables: readonly string[]
}

const CHANGES = {
  missing: 'It is missing.',
  altered: 'It is not as this version of the program has it.',
  added: 'It was added: the program has none of that name.',
} as const

/** Tables, indexes and guards of the file, and the marks in its header. */
export function examineGuards(db: Db): GuardsOutcome {
  const faults = new Faults()
  const differences = schemaDifferences(db)
  for (const { name, change } of differences) faults.add('guard_altered', name, CHANGES[change])
  const { isOurs, version } = fileMarks(db)
  if (!isOurs)
    faults.add('file_marked_otherwise', 'header of the file', 'It is not marked as a file of Granary.')
  if (version !== SCHEMA_VERSION)
    faults.add(
      'file_marked_otherwise',
      'header of the file',
      `It is marked as of version ${version}; its tables are those of version ${SCHEMA_VERSION}.`,
    )
  return {
    findings: { listed: faults.listed, counts: faults.counts },
    looked: tableNames(db).length,
    unusableTables: differences
      .filter(({ name, change }) => change !== 'added' && name.startsWith('table '))
      .map(({ name }) => name),
  }
}
