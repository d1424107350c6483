import { daysAgo, idOf } from '../people.ts'
import { HARVEST } from '../story/records.ts'
import type { Refusing } from './scene.ts'

const WRITE = 'POST /v1/inferences'
/** 4,096 observations are followed: twelve doublings, and one more. */
const LEVELS = 13

export async function refuseInferences({ village, refuse, refuseToo, done }: Refusing): Promise<void> {
  const { grace } = village
  const inference = (named: string, inputs: readonly string[]) => ({
    id: idOf(named),
    model_id: 'yield',
    model_version: '2026-06',
    inputs,
    output: { name: 'expected_harvest', value: 400, unit: 'kg' },
    occurred_at: daysAgo(0),
    lawful_basis: 'consent',
  })
  await refuseToo('id_conflict', WRITE, {
    as: grace,
    body: { ...inference('of the same id', [HARVEST]), id: HARVEST },
  })
  // Each level rests on twice as many as the one below.
  let inputs = [HARVEST]
  for (let level = 0; level < LEVELS; level++) {
    const pair = [inference(`left ${level}`, inputs), inference(`right ${level}`, inputs)]
    for (const body of pair) await done(WRITE, { as: grace, body })
    inputs = pair.map(({ id }) => id)
  }
  await refuse('inference_too_wide', 'It rests on inferences that rest on thousands.', WRITE, {
    as: grace,
    body: inference('too wide', inputs),
  })
}
