import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import { appended, at, DAY_MS, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { Mirror } from '../../support/flows/mirror.ts'

/** Somebody replaces a window again and again; one reader comes often, and one seldom. */

const DAYS = 12
/** More than are judged one by one (`records/gate/consent-changes.ts`). */
const REPLACED = 120

/** A harvest of each day, today's first. */
const byDay: string[] = []
const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
for (let day = 0; day < DAYS; day++) {
  const occurred_at = at(a.clock.nowMs - day * DAY_MS)
  byDay.push((await appended(grace, 'harvest', harvestOf(grace, { occurred_at }))).id)
}

/** What one reader may read, as its copy has it. */
class Reader {
  readonly mirror: Mirror
  readonly #who: Actor
  #last: string | undefined

  constructor(who: Actor, limit: number) {
    this.#who = who
    this.mirror = new Mirror(who, PURPOSE, limit)
  }

  /** Grace lets it read what happened on these days, and nothing else. */
  async given(newest: number, oldest: number): Promise<void> {
    const { nowMs } = a.clock
    const answer = await grace.post('/v1/grants', {
      id: uuidv7(),
      grantee: this.#who.id,
      purpose: PURPOSE,
      record_types: ['harvest'],
      expires_at: at(nowMs + 100 * DAY_MS),
      occurred_from: at(nowMs - oldest * DAY_MS),
      occurred_to: at(nowMs - newest * DAY_MS + 1),
      ...(this.#last === undefined ? {} : { replaces: this.#last }),
    })
    expect(answer.status, answer.text).toBe(201)
    this.#last = answer.body.id
  }

  get days(): number[] {
    return byDay.flatMap((id, day) => (this.mirror.held.has(id) ? [day] : []))
  }
}

test('a copy follows a window that was replaced more often than its reader came', async () => {
  const often = new Reader(await a.party('institution', 'Bank'), 500)
  const seldom = new Reader(await a.party('institution', 'Other bank'), 5)
  for (const reader of [often, seldom]) {
    await reader.given(0, 5)
    await reader.mirror.pull()
    expect(reader.days).toEqual([0, 1, 2, 3, 4, 5])
  }
  for (let i = 0; i < REPLACED; i++) {
    const [newest, more] = [(7 * i) % (DAYS - 3), i % 4]
    for (const reader of [often, seldom]) await reader.given(newest, newest + more)
    if (i % 10 > 0) continue
    await often.mirror.pull()
    expect(often.days).toEqual(Array.from({ length: more + 1 }, (_, day) => newest + day))
  }
  await seldom.given(3, 8)
  const { changes, closed } = await seldom.mirror.pull()
  expect(seldom.days).toEqual([3, 4, 5, 6, 7, 8])
  expect(closed.sort()).toEqual(byDay.slice(0, 3).sort())
  // What it had already may come again, and nothing that it may not read.
  expect(changes).toEqual(expect.arrayContaining(byDay.slice(6, 9)))
  expect(changes.filter((id) => !byDay.slice(3, 9).includes(id))).toEqual([])
})
