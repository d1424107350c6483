import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/command.ts'
import { openOffice, staffOf } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Messages to members on the pages: the yes that is asked, what was sent, and the pause. */

const folder = temporaryFolder()
const messages = join(folder, 'messages.json')
writeFileSync(messages, JSON.stringify({ kind: 'print', folder }))
const office = await openOffice({ messages, country: 'UG' })
const { manager, clerk } = await staffOf(office)
const SELDOM_MS = 2_000
const PAGE = '/machine/messages'
afterAll(() => office.service.stop())

const delivered = () =>
  office.did(
    ...['record', 'add', 'delivery', '--from', '71', '--to', 'cooperative', '--crop', 'maize_grain'],
    ...['--quantity', '12 kg', '--date', 'today'],
  )

test('a new member is asked, and who says yes is told what is recorded; the pages list it', async () => {
  const form = await clerk.get('/new-member')
  const grace = { name: 'Grace Nakato', number: '71', messages: '1' }
  const without = await clerk.answer('/new-member', form, grace)
  expect([without.status, without.text.includes('id="phone-fault"')]).toEqual([422, true])
  const added = await clerk.answer('/new-member', form, { ...grace, phone: '0772 918273' })
  expect(added.status, added.text).toBe(303)
  const member = String(added.location).split('?')[0] as string
  expect((await clerk.get(member)).text).toContain('No messages yet.')
  await soon(async () => {
    await delivered()
    expect((await manager.get(PAGE)).text).toContain('delivery recorded')
  }, SELDOM_MS)
  const { text } = await manager.get(PAGE)
  expect(text).toMatch(/\d+ messages? in \d+ parts?/)
  expect(text).toContain(`href="${member}"`)
  expect(text).not.toContain('918273')
  expect((await clerk.get(member)).text).toContain('delivery recorded')
  expect((await clerk.get(PAGE)).status).toBe(403)
})

test('a manager pauses all messages and goes on; Today says so meanwhile', async () => {
  const act = async (name: string) => manager.post(PAGE, { act: name, form_token: await manager.formToken() })
  expect((await act('pause')).location).toBe(PAGE)
  expect((await manager.get(PAGE)).text).toContain('The office paused messages to members at')
  expect((await manager.get('/today')).text).toContain(`href="${PAGE}"`)
  await act('resume')
  expect((await manager.get(PAGE)).text).toContain('Pause all messages')
  expect((await manager.get('/today')).text).not.toContain(`href="${PAGE}"`)
})
