import { afterAll, expect, test } from 'vitest'
import { CHORE_NAMES } from '../../../src/appliance/chores/chores.ts'
import { openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** The first day, whose steps wait for nobody, and what the page about the machine leaves to the command. */

const office = await openOffice()
const staff = await staffOf(office)
afterAll(() => office.service.stop())

const guideOf = async (who: Visitor) => {
  const { text } = await who.get('/today')
  const [, guide = ''] = /<h2>The first day<([\s\S]*?)<\/section>/.exec(text) ?? []
  const links = [...guide.matchAll(/<li[^>]*><a href="([^"]+)">/g)].map(([, to]) => to as string)
  return { links, done: [...guide.matchAll(/<\/svg>([^<]+): done<\/li>/g)].map(([, what]) => what) }
}

test('the first day is six steps, in any order; whoever has had enough ends the guide', async () => {
  expect((await guideOf(staff.auditor)).links).toEqual([])
  const { links, done } = await guideOf(staff.manager)
  // This one had its name from the beginning, but no country.
  expect(done).toEqual([])
  expect(links).toEqual([
    ...['/cooperative', '/cooperative/lists', '/new-member', '/weigh-in', '/machine/backups', '/devices'],
  ])
  for (const to of links) expect((await staff.manager.get(to)).status, to).toBe(200)
  await office.party('person', 'Grace Nakato', '1')
  expect(await guideOf(staff.clerk)).toEqual({
    // A clerk is not led to what a manager does.
    links: ['/weigh-in'],
    done: [...done, 'Enter the first member'],
  })
  // One of the others before its turn.
  await office.delivered('1', '5 kg')
  const open = ['/cooperative', '/cooperative/lists', '/machine/backups', '/devices']
  expect((await guideOf(staff.manager)).links).toEqual(open)
  const form_token = await staff.manager.formToken()
  expect((await staff.manager.post('/first-day', { form_token })).location).toBe('/today')
  expect((await guideOf(staff.manager)).links).toEqual([])
  expect((await guideOf(staff.clerk)).links).toEqual([])
})

test('what could lose data is left to the command, and the page names it', async () => {
  const { status, text } = await staff.manager.get('/machine')
  expect(status).toBe(200)
  for (const command of [
    'granary backup restore',
    'granary backup prune',
    'granary backup verify --identity FILE',
    'granary backup key --replace',
    'granary rebuild',
  ])
    expect(text.replaceAll(/<\/?span[^>]*>/g, '')).toContain(`<code>${command}`)
  for (const chore of CHORE_NAMES) expect(chore).not.toMatch(/restore|prune|rebuild|key/)
})
