import { quoted } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'
import { flagWords } from './code-words.ts'
import { keptOn, type RecordWords, type TextWording } from './record-words.ts'
import type { ToldInference } from './reply.ts'

/** A prediction, described to its subject. */

export function inferenceWhat(
  { amount, say }: Words,
  { model_id, model_version, output, inputs, derived }: ToldInference,
): string {
  const { name, value, unit } = output
  const said = typeof value === 'number' ? amount(value) : quoted(String(value), 2_000)
  return say('answer.prediction', {
    model: quoted(model_id, 200),
    version: quoted(model_version, 200),
    name: quoted(name, 200),
    value: unit === undefined ? said : `${said} ${quoted(unit, 80)}`,
    count: new Set(inputs).size + (derived.redacted?.[0]?.count ?? 0),
  })
}

/** Describes who recorded it, the lawful basis, the model's confidence, and whether it still holds. */
export function inferenceHow(
  words: Words,
  inference: ToldInference,
  { wording, records }: { wording: TextWording; records: RecordWords },
): string {
  const { amount, calendar, say } = words
  const { stale_reason, flags } = inference.derived
  return [
    say('answer.predictionBy', {
      author: records.who(inference.asserted_by, [inference.asserted_by]),
      received: calendar.day(inference.received_at),
    }),
    keptOn(words, wording, inference.lawful_basis),
    ...(inference.confidence === undefined
      ? []
      : [say('answer.confidence', { figure: amount(inference.confidence) })]),
    ...(stale_reason === null ? [] : [say(`answer.stale.${stale_reason}`)]),
    ...(flags.length === 0
      ? []
      : [say('answer.more.marked', { flags: flags.map((flag) => flagWords(words, flag)).join(', ') })]),
  ].join(' ')
}
