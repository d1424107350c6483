import { NOTHING } from '../../cli/ask.ts'
import { withTasks } from '../../cli/context.ts'
import { note } from '../../cli/print.ts'
import { phoneNumber } from '../../identity/phone.ts'
import { correctStatement } from '../../records/entry/correct-statement.ts'
import {
  type Country,
  countries,
  countryCalled,
  countryOfZone,
  zoneCalled,
  zoneOffered,
} from '../../text/countries.ts'
import type { Ground } from './ground.ts'

/** Asks for the country of the cooperative, its time zone and its telephone number. */
export async function aboutStep(ground: Ground): Promise<void> {
  const { options, asker, config, words } = ground
  const { say } = words
  if (ground.isDecided('country')) {
    note(say('setup.where', { country: config.country, timeZone: words.calendar.timeZone }))
    return
  }
  const all = await countries()
  const nameOf = ({ code }: Country) => words.language.country(code)
  const machineZone = words.calendar.timeZone
  const likely = countryOfZone(all, machineZone)
  const country = await asker.value(
    say('setup.country'),
    (text) => countryCalled(all, text),
    likely === null ? undefined : { text: likely.code, shown: nameOf(likely) },
  )
  const offered = ground.isDecided('timeZone') ? config.timeZone : zoneOffered(machineZone, country)
  const timeZone = await asker.value(
    say('cooperative.timeZone'),
    (text) => zoneCalled(text, country),
    offered === null ? undefined : { text: offered },
  )
  const { phone: before } = await withTasks(options, (run) => run('party.resolve', { text: 'cooperative' }))
  const phone = await asker.value(
    say('setup.phone'),
    async (text) => (text === NOTHING ? null : phoneNumber(text, country.code)),
    { text: before ?? NOTHING },
  )
  if (phone !== before) await withTasks(options, (run) => correctStatement(run, 'cooperative', { phone }))
  // The country is written last. If it is missing after an interruption, the next run asks for all three
  // again.
  ground.write({ timeZone, country: country.code })
  note(say('setup.whereWritten', { country: nameOf(country), timeZone, file: ground.settingsFile }))
}
