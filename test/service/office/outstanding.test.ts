import { afterAll, expect, test } from 'vitest'
import { outstanding, statusOf } from '../../../src/office/counter/outstanding.tsx'
import type { StaffVisit } from '../../../src/office/frame/visit.ts'
import { localTasks } from '../../../src/tasks.ts'
import { englishWords } from '../../../src/words/words.ts'
import { makeAppliance } from '../../support/appliance.ts'
import { called } from '../../support/called.ts'

/** The list of what waits stays a list that can be read, however many phones are at home. */

const a = await makeAppliance()
const { run } = localTasks(a.kernel)
afterAll(() => a.close())

test.each([
  [10, 10, []],
  [11, 10, ['1 more device has not connected for two weeks.']],
  [4_000, 10, ['3990 more devices have not connected for two weeks.']],
])('of %i phones that do not connect, %i are named, and the others counted', async (count, named, rest) => {
  const asked = ((task, args) => run(task, 'test', args)) as StaffVisit['run']
  const visit = { words: englishWords(), run: asked, session: { person: { role: 'clerk' } } }
  const silent = {
    party: a.cooperative.id,
    party_name: called('Grace'),
    last_came_at: '2026-05-01T08:00:00Z',
  }
  const status = { ...(await statusOf(asked)), devices_silent: Array(count).fill(silent) }
  const items = await outstanding(visit as StaffVisit, status, [])
  const texts = items.filter(({ to }) => to === '/devices').map(({ text }) => String(text))
  expect(texts.filter((text) => text.startsWith('The device of Grace last connected'))).toHaveLength(named)
  expect(texts.slice(named).map((text) => text.replaceAll(',', ''))).toEqual(rest)
})
