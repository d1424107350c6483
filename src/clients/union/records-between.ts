import { fromJson } from '../../base/typed.ts'
import type { Engine } from './engine.ts'
import { STATEMENTS } from './statements.ts'

/**
 * Yields the bodies of what is shown of a source and type, in the order of time, with kilograms that no sum is spoiled by.
 * @param from beginning of the text of an instant, such as 2026-10
 * @param end what all those texts are below
 */
export async function* recordsBetween(
  engine: Engine,
  source: string,
  type: string,
  from: string,
  end: string,
): AsyncGenerator<{ readonly body: object; readonly length: number }> {
  for (let after = [from, '']; ; ) {
    const rows = await engine.all(STATEMENTS['shown.between'], [source, type, end, ...after])
    for (const { body, kg } of rows) {
      const text = String(body)
      const record = fromJson<{ readonly derived?: object }>(text)
      yield { body: { ...record, derived: { ...record.derived, kg } }, length: text.length }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = [String(last.occurred_at), String(last.id)]
  }
}
