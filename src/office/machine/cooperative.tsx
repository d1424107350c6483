import { checkName } from '../../appliance/setup/name.ts'
import { phoneNumber, phoneReader } from '../../identity/phone.ts'
import { correctStatement } from '../../records/entry/correct-statement.ts'
import {
  type Country,
  countries,
  countryCalled,
  countryOfZone,
  zoneCalled,
  zoneOffered,
} from '../../text/countries.ts'
import { ownName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { nextOfFirstDay, savedStep } from '../counter/first-day.tsx'
import { faultWords, formStatus, isAnswerable, wordsOf } from '../frame/fault-words.ts'
import { EMPTY, Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Mark } from '../frame/mark.tsx'
import { Box, Card, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { ListsCard } from './lists.tsx'
import { changeReceipts, ReceiptsCard } from './receipts-card.tsx'

/** The cooperative's own name, country, time zone and telephone number. */

const chosenIn = ({ run }: StaffVisit) => run('settings.chosen', {})

export async function cooperativePage(visit: StaffVisit, filled?: Filled, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const { session, query } = visit
  const all = await countries()
  const [chosen, appearance] = await Promise.all([chosenIn(visit), visit.run('appearance.show', {})])
  const stored = { ...offered(all, chosen), colour: appearance.colour ?? '' }
  const { values, faults } = filled ?? { ...EMPTY, values: {} }
  // Each of the two forms shows what was typed in it, and what is stored in the other.
  const shown: Filled = { values: { ...stored, ...values }, faults }
  return {
    status: formStatus(faults, fault),
    html: pageText(
      visit,
      { title: say('cooperative.title'), line: say('cooperative.line') },
      <>
        {query.done !== undefined && (
          <Box kind="good">
            {say('cooperative.done')}
            {await nextOfFirstDay(visit)}
          </Box>
        )}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Grid>
          <Card title={say('cooperative.facts')} span={6}>
            <p>{say('cooperative.what')}</p>
            <Form action="/cooperative" session={session}>
              <Field name="name" label={say('cooperative.name')} filled={shown} autocomplete="organization" />
              <CountrySelect all={all} chosen={shown.values.country ?? ''} fault={faults.country} />
              <Field
                name="timeZone"
                label={say('cooperative.timeZone')}
                help={say('cooperative.timeZoneHelp')}
                filled={shown}
                options={[...new Set(all.flatMap(({ zones }) => zones))].map((value) => ({ value }))}
                optional
              />
              <Field
                name="phone"
                label={say('cooperative.phone')}
                help={say('cooperative.phoneHelp')}
                filled={shown}
                autocomplete="tel"
                optional
              />
              <Submit>{say('cooperative.save')}</Submit>
            </Form>
            <p class="help">{say('cooperative.language')}</p>
          </Card>
          <Card title={say('appearance.title')} aside={<Mark look={visit.look} />} span={6}>
            <p>{say('appearance.what')}</p>
            <Form action="/cooperative/appearance" session={session} isLarge>
              <Field
                name="colour"
                label={say('appearance.colour')}
                help={say('appearance.colour.help')}
                filled={shown}
                optional
              />
              <MarkField fault={faults.mark} />
              {appearance.mark !== null && (
                <label class="box-label">
                  <input type="checkbox" name="no_mark" value="1" />
                  {say('appearance.mark.remove')}
                </label>
              )}
              <Submit>{say('appearance.save')}</Submit>
            </Form>
          </Card>
          <ReceiptsCard visit={visit} />
          {await ListsCard(visit)}
        </Grid>
      </>,
    ),
  }
}

export async function receiptsChanged(visit: StaffVisit): Promise<Answer> {
  const fault = await changeReceipts(visit)
  return fault === null ? { to: '/cooperative?done' } : cooperativePage(visit, undefined, fault)
}

const MarkField = ({ fault }: { fault: string | undefined }) => {
  const { say } = useWords()
  return (
    <div>
      <label for="mark">{say('appearance.mark')}</label>
      <input
        id="mark"
        name="mark"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? 'mark-help' : 'mark-fault mark-help'}
      />
      {fault !== undefined && (
        <p class="fault" id="mark-fault">
          {fault}
        </p>
      )}
      <p class="help" id="mark-help">
        {say('appearance.mark.help')}
      </p>
    </div>
  )
}

/** Changes the colour and the mark, each by itself, so that a fault of one names its field. */
export async function changeAppearance(visit: StaffVisit): Promise<Answer> {
  const { form, files, run } = visit
  const colour = (form.colour ?? '').trim()
  const { mark } = files
  const hasMark = mark !== undefined && mark.bytes.length > 0
  const faults: Record<string, string> = {}
  const change = async (
    name: string,
    asked: { readonly colour?: string | null; readonly mark?: string | null },
  ) => {
    try {
      await run('appearance.change', asked)
    } catch (error) {
      if (!isAnswerable(error)) throw error
      faults[name] = wordsOf(visit.words, error)
    }
  }
  if (colour !== ((await run('appearance.show', {})).colour ?? ''))
    await change('colour', { colour: colour === '' ? null : colour })
  if (hasMark) await change('mark', { mark: Buffer.from(mark.bytes).toString('base64') })
  else if (form.no_mark !== undefined) await change('mark', { mark: null })
  if (Object.keys(faults).length > 0) return cooperativePage(visit, { values: { colour }, faults })
  return { to: '/cooperative?done' }
}

interface CountrySelectProps {
  readonly all: readonly Country[]
  readonly chosen: string
  readonly fault: string | undefined
}

const CountrySelect = ({ all, chosen, fault }: CountrySelectProps) => {
  const { language, say } = useWords()
  const named = all
    .map(({ code }) => ({ code, name: language.country(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language.locale))
  return (
    <div>
      <label for="country">{say('cooperative.country')}</label>
      <select
        id="country"
        name="country"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : 'country-fault'}
      >
        <option value="">{say('cooperative.choose')}</option>
        {named.map(({ code, name }) => (
          <option value={code} selected={code === chosen}>
            {name}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <p class="fault" id="country-fault">
          {fault}
        </p>
      )}
    </div>
  )
}

type Chosen = Awaited<ReturnType<typeof chosenIn>>

/** The stored values. Defaults: the country of this machine's time zone, and that country's zone. */
function offered(
  all: readonly Country[],
  { name, country, time_zone, time_zone_in_use, phone }: Chosen,
): Filled['values'] {
  const likely = all.find(({ code }) => code === country) ?? countryOfZone(all, time_zone_in_use)
  return {
    name: name ?? '',
    country: likely?.code ?? '',
    timeZone: time_zone || (likely === null ? '' : (zoneOffered(time_zone_in_use, likely) ?? '')),
    phone: phone ?? '',
  }
}

export async function changeCooperative(visit: StaffVisit): Promise<Answer> {
  const { form: values, run } = visit
  const all = await countries()
  const faults: Record<string, string> = {}
  const read = async <T,>(name: string, work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!isAnswerable(error)) throw error
      faults[name] = wordsOf(visit.words, error)
      return null
    }
  }
  const typed = (name: string) => (values[name] ?? '').trim().slice(0, 200)
  const name = await read('name', () => checkName(typed('name')))
  const country = await read('country', async () =>
    countryCalled(all, typed('country') || (await countryOfPhone(typed('phone'))) || missing(visit.words)),
  )
  const timeZone = country && (await read('timeZone', () => zoneCalled(typed('timeZone'), country)))
  const phone =
    typed('phone') === '' ? null : await read('phone', () => phoneNumber(typed('phone'), country?.code ?? ''))
  if (name === null || country === null || timeZone === null || Object.keys(faults).length > 0)
    return cooperativePage(visit, { values, faults })
  try {
    const save = async () => {
      const before = await run('party.resolve', { text: 'cooperative' })
      if (ownName(before.called) !== name || before.phone !== phone)
        await correctStatement(run, 'cooperative', { display_name: name, phone })
      // Written after the cooperative's record: if only that is written, the first-day guide asks again.
      await run('settings.choose', { country: country.code, timeZone })
    }
    return await savedStep(visit, 'name', save, '/cooperative?done')
  } catch (error) {
    return cooperativePage(visit, { values, faults }, faultWords(visit.words, error))
  }
}

const missing = (words: Words): never => {
  const { say } = words
  throw new Error(say('cooperative.noCountry'))
}

/** Returns the country of an international number, such as +256772123456; empty if it is unknown. */
async function countryOfPhone(text: string): Promise<string> {
  if (!/^\s*(\+|00)/.test(text)) return ''
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return parsePhoneNumberFromString((await phoneReader(''))(text))?.country ?? ''
}
