import { ownFirst } from '../../domain/ticked.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import { savedStep } from '../counter/first-day.tsx'
import { cropsIn, tickedIn } from '../frame/entry-form.tsx'
import { isAnswerable, wordsOf } from '../frame/fault-words.ts'
import { Checkboxes, Field, type Filled, Form } from '../frame/form.tsx'
import { Action, Box, Card, Facts } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** The crops, units and places that the cooperative ticked as its own: with them every list begins, here and on phones. */

const unitsIn = async ({ run, words }: StaffVisit): Promise<readonly NamedRow[]> =>
  (await rowsOf(run, 'units')).map((row) => ({ id: row.id, name: words.unit(row) }))

/** What is ticked, on the page of the cooperative. */
export async function ListsCard(visit: StaffVisit) {
  const { say } = visit.words
  const { ticked } = visit.habits
  const [crops, units] = await Promise.all([cropsIn(visit), unitsIn(visit)])
  // Names of crops have commas.
  const named = (rows: readonly NamedRow[], codes: readonly string[]) =>
    rows.flatMap(({ id, name }) => (codes.includes(id) ? [name] : [])).join('; ') || say('lists.all')
  return (
    <Card title={say('lists.title')} span={6}>
      <p>{say('lists.line')}</p>
      <Facts
        rows={[
          [say('lists.crops'), named(crops, ticked.crops)],
          [say('lists.units'), named(units, ticked.units)],
          [say('lists.places'), ticked.places.join('; ') || say('lists.noPlaces')],
        ]}
      />
      <Action href="/cooperative/lists" icon="correct">
        {say('lists.change')}
      </Action>
    </Card>
  )
}

export async function listsPage(visit: StaffVisit, filled?: Filled, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const { ticked } = visit.habits
  const [crops, units] = await Promise.all([cropsIn(visit), unitsIn(visit)])
  const shown = filled ?? { values: presentIn(visit), faults: {} }
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      { title: say('lists.title'), line: say('lists.line') },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <p>{say('lists.what')}</p>
        <Card>
          <Form action="/cooperative/lists" session={visit.session}>
            <Boxes visit={visit} name="crops" rows={crops} ticked={ticked.crops} filled={shown} />
            <Boxes visit={visit} name="units" rows={units} ticked={ticked.units} filled={shown} />
            <div class="fields">
              <Field
                name="places"
                label={say('lists.places')}
                help={say('lists.places.help')}
                filled={shown}
                optional
              />
            </div>
            <div class="buttons">
              <button type="submit">{say('cooperative.save')}</button>
              <Action href="/cooperative">{say('lists.back')}</Action>
            </div>
          </Form>
        </Card>
      </>,
    ),
  }
}

function presentIn({ habits: { ticked } }: StaffVisit): Filled['values'] {
  const boxes = (name: string, codes: readonly string[]) => codes.map((code) => [`${name}_${code}`, '1'])
  return {
    ...Object.fromEntries([...boxes('crops', ticked.crops), ...boxes('units', ticked.units)]),
    places: ticked.places.join('; '),
  }
}

interface BoxesProps {
  readonly visit: StaffVisit
  readonly name: 'crops' | 'units'
  readonly rows: readonly NamedRow[]
  readonly ticked: readonly string[]
  readonly filled: Filled
}

/** A box for each row, by name; those that are ticked come first. */
function Boxes({ visit: { words }, name, rows, ticked, filled }: BoxesProps) {
  const { own, others } = ownFirst(sorted(words, rows), ticked)
  const nameOf = new Map(rows.map((row) => [row.id, row.name]))
  return (
    <Checkboxes
      legend={words.say(`lists.${name}`)}
      name={name}
      words={[...own, ...others].map(({ id }) => id)}
      called={(code) => nameOf.get(code) ?? code}
      filled={filled}
    />
  )
}

const sorted = ({ language }: Words, rows: readonly NamedRow[]): readonly NamedRow[] =>
  [...rows].sort((a, b) => a.name.localeCompare(b.name, language.locale))

export async function changeLists(visit: StaffVisit): Promise<Answer> {
  const { form, run, words } = visit
  const ticked = async (name: 'crops' | 'units') =>
    tickedIn(
      form,
      name,
      (await rowsOf(run, name)).map(({ id }) => id),
    ).join(',')
  try {
    const save = async () =>
      run('settings.choose', {
        crops: await ticked('crops'),
        units: await ticked('units'),
        places: (form.places ?? '').trim().slice(0, MOST_TYPED),
      })
    return await savedStep(visit, 'lists', save, '/cooperative?done')
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return listsPage(visit, { values: form, faults: {} }, wordsOf(words, error))
  }
}

const MOST_TYPED = 10_000
