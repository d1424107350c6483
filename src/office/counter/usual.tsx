import { distinctName } from '../../identity/party-search.ts'
import { cropNames } from '../../records/crop-names.ts'
import { partyCalled } from '../../records/entry/party-called.ts'
import { cropCode } from '../../records/entry/read.ts'
import { isAnswerable } from '../frame/fault-words.ts'
import type { Filled } from '../frame/form.tsx'
import { pickedIn } from '../frame/picks.tsx'
import type { StaffVisit } from '../frame/visit.ts'

/** Longer than any name or crop. */
const MOST_TYPED = 200

function nullIfAnswerable(error: unknown): null {
  if (isAnswerable(error)) return null
  throw error
}

/** What the member of the form brought lately; null as long as it does not say who that is. */
export async function usualOf(visit: StaffVisit, values: Filled['values']): Promise<string | null> {
  const { amount, say } = visit.words
  const { run, words } = visit
  const { ticked } = visit.habits
  const who = pickedIn(values, 'who').slice(0, MOST_TYPED)
  if (who === '') return null
  const found = await partyCalled(visit, who).catch(nullIfAnswerable)
  if (found === null) return null
  const name = distinctName(found)
  const typed = pickedIn(values, 'crop').slice(0, MOST_TYPED)
  const crop = typed === '' ? null : await cropCode({ run, words, ticked }, typed).catch(nullIfAnswerable)
  const [usual, cropOf] = await Promise.all([
    run('record.usual', { party: found.party, crop }),
    cropNames(words, run),
  ])
  if (usual === null)
    return crop === null
      ? say('weigh.broughtNone', { name })
      : say('weigh.broughtNoneOf', { name, crop: cropOf(crop) })
  const { count, leastKg, mostKg, usualKg } = usual
  const said = { name, crop: cropOf(usual.crop), count, least: amount(leastKg), most: amount(mostKg) }
  return usualKg === null
    ? say('weigh.brought', said)
    : say('weigh.usual', { ...said, usual: amount(usualKg) })
}
