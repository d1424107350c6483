import { meant, type Sureness } from '../../clients/importer/guess/columns.ts'
import { isOpen, type Point } from '../../clients/importer/guess/points.ts'
import { columnChoice, type ShownProposal } from '../../clients/importer/steps.ts'
import { Field, Form, Select } from '../frame/form.tsx'
import { Badge, Box, Card, type Standing } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { type Cell, Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** What a sheet seems to mean: each column with a list to change it, what no column tells, and the first rows as records. */

interface ProposalProps {
  readonly visit: StaffVisit
  readonly proposal: ShownProposal
  /** Whether a sheet with these headings was imported by an earlier version. */
  readonly hasKept: boolean
}

export function ProposalForm({ visit, proposal, hasKept }: ProposalProps) {
  const { say, tell } = visit.words
  const { remarks, faults, columns, points, open, rows } = proposal
  return (
    <>
      {open > 0 && (
        <Box kind="warn">
          <strong>{say('import.toDecide', { count: open })}</strong> {say('import.nothingGuessed')}
          {faults.map((fault) => (
            <p>{tell(fault)}</p>
          ))}
        </Box>
      )}
      {remarks.length > 0 && (
        <Box kind="info">
          {remarks.map((remark) => (
            <p>{tell(remark)}</p>
          ))}
        </Box>
      )}
      <Form action={visit.path} session={visit.session} class="looks">
        {hasKept && (
          <Box kind="good">
            <p>{say('import.known')}</p>
            <button type="submit" name="act" value="kept">
              {say('import.useKept')}
            </button>
          </Box>
        )}
        {columns.length > 0 && <Columns columns={columns} />}
        <Card title={say(columns.length > 0 ? 'import.notInFile' : 'import.whichSheet')}>
          <div class="fields">
            {points.map((point) => (
              <PointField point={point} />
            ))}
          </div>
        </Card>
        {columns.length > 0 && <FirstRows proposal={proposal} />}
        <div class="buttons">
          {columns.length > 0 && (
            <button type="submit" name="act" value="check">
              {say('import.check', { count: rows })}
            </button>
          )}
          <button type="submit" class="quiet" name="act" value="look">
            {say('import.look')}
          </button>
        </div>
      </Form>
    </>
  )
}

const STANDINGS: Readonly<Record<Exclude<Sureness, 'none'>, Standing>> = {
  sure: 'good',
  look: 'warn',
  decide: 'bad',
  chosen: 'info',
}

function Columns({ columns }: Pick<ShownProposal, 'columns'>) {
  const { say, tell } = useWords()
  return (
    <Card title={say('import.columns')}>
      <Table
        columns={['import.column', 'import.examples', 'import.is', 'import.howSure']}
        rows={columns.flatMap(({ name, cells, isBlank, meaning, options, sureness, why }, i) => {
          if (isBlank) return []
          const called = name === '' ? say('import.noHeading') : name
          const row: readonly Cell[] = [
            <strong dir="auto">{called}</strong>,
            <bdi>{cells.join(' · ')}</bdi>,
            <select name={columnChoice(i)} aria-label={called}>
              {meaning === null && (
                <option value="" selected>
                  {say('import.choose')}
                </option>
              )}
              {options.map((word) => (
                <option value={word} selected={word === meaning}>
                  {tell(meant(word))}
                </option>
              ))}
            </select>,
            sureness === 'none' ? (
              tell(why)
            ) : (
              <Badge kind={STANDINGS[sureness]}>
                {sureness === 'decide' ? say('import.decideWhy', { why: tell(why) }) : tell(why)}
              </Badge>
            ),
          ]
          return [row]
        })}
      />
    </Card>
  )
}

/** A point with a list, or a field; an open one is marked. */
function PointField({ point }: { point: Point }) {
  const { say, tell } = useWords()
  const { name, asks, about, options, value, fault } = point
  const toMend = fault === null ? (isOpen(point) ? say('import.decide') : undefined) : tell(fault)
  return (
    <div>
      {options === null ? (
        <Field
          name={name}
          label={tell(asks)}
          filled={{ values: { [name]: value ?? '' }, faults: { [name]: toMend } }}
          optional
          {...(about === null ? {} : { help: tell(about) })}
        />
      ) : (
        <Select
          name={name}
          label={tell(asks)}
          words={[...(value === null ? [''] : []), ...options.map(({ word }) => word)]}
          chosen={value ?? ''}
          called={(word) => {
            const option = options.find((one) => one.word === word)
            return option === undefined ? say('import.choose') : tell(option.shown)
          }}
          fault={toMend}
        />
      )}
      {options !== null && about !== null && <p class="help">{tell(about)}</p>}
    </div>
  )
}

function FirstRows({ proposal: { firstRows } }: { proposal: ShownProposal }) {
  const { say, tell } = useWords()
  return (
    <Card title={say('import.firstRows')}>
      <Table
        none={say('import.noFirstRows')}
        columns={[
          { right: 'import.row' },
          'import.record',
          { right: 'import.quantity' },
          { right: 'import.price' },
          '',
        ]}
        rows={firstRows.map(({ row, said, quantity, price, fault }) => [
          String(row),
          <span dir="auto">{tell(said)}</span>,
          quantity !== null && tell(quantity),
          price !== null && tell(price),
          fault !== null && <Badge kind="bad">{say('import.notImported')}</Badge>,
        ])}
      />
    </Card>
  )
}
