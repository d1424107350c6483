import { expect, test } from 'vitest'
import type { TaskArgs, TaskName } from '../../../src/cli/tasks.ts'
import { localTasks } from '../../../src/tasks.ts'
import { makeAppliance } from '../../support/appliance.ts'

/** Members who look alike: the list, and what people say of it. */

const a = await makeAppliance()

const run = <T extends TaskName>(task: T, args: TaskArgs<T>) => localTasks(a.kernel).run(task, 'test', args)
const pairs = async () =>
  (await run('party.alike', {})).pairs.map(({ one, other, by }) => [by, ...[one.name, other.name].sort()])

test('pairs are listed, the strongest first, until somebody says what they are', async () => {
  const phone = '+256772000001'
  const named = await a.party('person', 'Zoé Achieng', { member_no: '00017' })
  const twice = await a.party('person', 'Achieng Zoe')
  const mother = await a.party('person', 'Grace Nakato', { phone, member_no: '2' })
  const daughter = await a.party('person', 'Grace Nakatto', { phone, member_no: '3' })
  await a.party('person', 'Peter Okello', { phone })
  expect(await pairs()).toEqual([
    ['phone', 'Grace Nakato', 'Grace Nakatto'],
    ['name', 'Achieng Zoe', 'Zoé Achieng'],
  ])
  await run('party.different', { one: daughter.id, other: mother.id })
  expect(await pairs()).toEqual([['name', 'Achieng Zoe', 'Zoé Achieng']])
  // Said again the other way round, it changes nothing.
  await run('party.different', { one: mother.id, other: daughter.id })
  expect(await pairs()).toHaveLength(1)
  const { record_id } = await run('party.merge', { keep: named.id, duplicate: twice.id })
  expect(await pairs()).toEqual([])
  await a.cooperative.append('retraction', { target_id: record_id, reason: 'entered_in_error' })
  expect(await pairs()).toHaveLength(1)
})

test('two are different only if both are there, and two', async () => {
  const { id } = a.cooperative
  const nobody = '01900000-0000-7000-8000-00000000dead'
  await expect(run('party.different', { one: id, other: nobody })).rejects.toThrow(
    `There is no party ${nobody}.`,
  )
  await expect(run('party.different', { one: id, other: id })).rejects.toThrow('Both are the same entry.')
})

test('of more than a list has, it is told that there are more', async () => {
  for (let i = 0; i < 16; i++) await a.party('person', 'Opio Moses')
  const { pairs: listed, more } = await run('party.alike', {})
  expect([listed.length, more]).toEqual([100, true])
})
