import type { Writer } from '../../consent/audit-tasks.ts'
import { withItsNumber } from '../../text/wrap.ts'
import { shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'

import type { StaffVisit } from '../frame/visit.ts'

/** Returns who wrote each version (person, phone or program), from the audit log. For staff only. */
export async function writersOf(
  { run, words }: StaffVisit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const writers = await run('audit.writers', { ids })
  return new Map(writers.map((writer) => [writer.id, writerWords(words, writer)]))
}

function writerWords(words: Words, { staff, operator, device, phone, party }: Writer): string {
  const { say } = words
  const name = (party && shortName(party, words)) ?? ''
  if (staff !== null) return staff
  if (operator !== null) return say('record.byCommand', { name: operator })
  if (phone?.used_by !== undefined)
    return say('record.byOfficer', { who: phone.used_by.name, device: withItsNumber(phone.name) })
  return device === null
    ? say('record.byProgram', { name })
    : say('record.byPhone', { name, device: device.slice(-6) })
}
