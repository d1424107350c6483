import { must } from '../base/typed.ts'
import type { Run } from '../cli/context.ts'
import { distinctNames } from '../identity/party-names.ts'
import type { Words } from '../words/words.ts'
import type { CounterRecord } from './record-tasks.ts'

/** Returns who signed on paper for a record, on which day, and who vouches for it; null if nobody's signature counts. */
export async function signedText(
  at: { readonly run: Run; readonly words: Words },
  { id, derived: { confirmation } }: CounterRecord,
): Promise<string | null> {
  if (confirmation?.on_paper !== true) return null
  const { run, words } = at
  const { confirmations, counts } = await run('record.confirmations', { id })
  const signature = must(confirmations.find((one) => one.id === counts))
  const signer = String(signature.signed_by)
  const name = (await distinctNames(at, [signer]))(signer)
  return words.say('record.signed', { name, day: words.calendar.asRecorded(signature) })
}
