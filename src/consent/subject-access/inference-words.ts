import { quoted } from '../../text/wrap.ts'
import { amount, type Calendar, several } from '../../words/english.ts'
import { keptOn, type RecordWords, type TextWording } from './record-words.ts'
import type { ToldInference } from './reply.ts'

/** A prediction, described to its subject. */

const STALE: Readonly<Record<NonNullable<ToldInference['derived']['stale_reason']>, string>> = {
  input_retracted: 'A record that it was made from was taken back later.',
  input_forked: 'A record that it was made from has corrections that contradict each other.',
  input_superseded: 'A record that it was made from was corrected later.',
  input_not_readable:
    'It was made from records of others too, which are not shown here; so it is not known whether it still holds.',
}

export function inferenceWhat({ model_id, model_version, output, inputs, derived }: ToldInference): string {
  const from = new Set(inputs).size + (derived.redacted?.[0]?.count ?? 0)
  const { name, value, unit } = output
  const said = typeof value === 'number' ? amount(value) : quoted(String(value), 2_000)
  const inUnit = unit === undefined ? '' : ` ${quoted(unit, 80)}`
  return `Prediction, not an observation: the model ${quoted(model_id, 200)}, version ${quoted(model_version, 200)}, says ${quoted(name, 200)} is ${said}${inUnit}, from ${several(from, 'record', 'records')}.`
}

/** Describes who recorded it, the lawful basis, the model's confidence, and whether it still holds. */
export function inferenceHow(
  inference: ToldInference,
  { words, calendar, records }: { words: TextWording; calendar: Calendar; records: RecordWords },
): string {
  const { stale_reason, flags } = inference.derived
  return [
    `Recorded by ${records.who(inference.asserted_by)}, received ${calendar.day(inference.received_at)}.`,
    keptOn(words, inference.lawful_basis),
    ...(inference.confidence === undefined
      ? []
      : [
          `The model itself claims a confidence of ${amount(inference.confidence)}; nobody here checked that.`,
        ]),
    ...(stale_reason === null ? [] : [STALE[stale_reason]]),
    ...(flags.length === 0 ? [] : [`Marked: ${flags.map((flag) => flag.replaceAll('_', ' ')).join(', ')}.`]),
  ].join(' ')
}
