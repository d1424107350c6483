import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { isBuilt, json, serving, temporaryFolder } from '../../support/command.ts'
import { fieldIn, PASSWORD, sureIn, Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** The first day in the browser, with the program killed in between: nothing is lost, nothing is done twice. */

const STEPS = [
  'Give the cooperative its name and its country',
  'Tick your crops, units and places',
  'Enter the first member',
  'Weigh in the first delivery, and print its receipt',
  'Make the first backup',
]
const BACKUPS = '/machine/backups'

describe.skipIf(!isBuilt)('the first day, killed', () => {
  test('it goes on where it was', async () => {
    const data = join(temporaryFolder(), 'data')
    const place = join(temporaryFolder(), 'backups')
    let service = await serving(data)
    const { one_time_code } = await json('staff', 'add', 'Grace', '--role', 'manager', '--data', data)
    let manager = new Visitor(service.url)
    const secret = { code: one_time_code, password: PASSWORD, again: PASSWORD }
    await manager.post('/password', { name: 'Grace', ...secret })
    await manager.signIn('Grace')

    /** As the power goes: no word to the program, and everybody signs in again. */
    const killed = async () => {
      service.child.kill('SIGKILL')
      await service.ended
      service = await serving(data)
      manager = new Visitor(service.url)
      await manager.signIn('Grace')
    }
    const post = async (path: string, fields: Record<string, string>) =>
      manager.post(path, { ...fields, form_token: await manager.formToken() })
    /** The steps that Today still asks for. */
    const left = async () => {
      const { text } = await manager.get('/today')
      return STEPS.filter((step) => text.includes(`>${step}</a>`))
    }

    await post('/cooperative', { name: 'Kahawa Cooperative', country: 'UG', phone: '' })
    const own = { crops_coffee_fresh_cherry: '1', units_kg: '1', places: 'Main store, Bugoye' }
    await post('/cooperative/lists', own)
    await killed()
    expect(await left()).toEqual(STEPS.slice(2))
    const { text } = await manager.get('/cooperative')
    for (const there of ['value="Kahawa Cooperative"', 'value="UG" selected', 'Main store, Bugoye'])
      expect(text).toContain(there)

    const added = await manager.answer('/new-member', await manager.get('/new-member'), {
      name: 'Okello James',
      number: '1',
    })
    expect(added.status, added.text).toBe(303)
    const weighing = { id: uuidv7(), who: '1', quantity: '85', unit: 'kg', crop: 'coffee_fresh_cherry' }
    const delivery = { ...weighing, to: 'cooperative', day: 'today' }
    expect((await post('/weigh-in', delivery)).location).not.toBeNull()
    await killed()
    expect(await left()).toEqual(STEPS.slice(4))
    // The reply was lost, and the browser sends the form again.
    const again = await post('/weigh-in', delivery)
    expect([again.status, again.text.includes('id="who-fault"')], again.text).toEqual([303, false])
    expect((await json('record', 'list', 'delivery', '--data', data)).records).toHaveLength(1)

    const onSameDisk = await post(BACKUPS, { act: 'place', place })
    await post(BACKUPS, { act: 'place', place: `file:${place}`, sure: sureIn(onSameDisk) })
    const there = await manager.get(BACKUPS)
    expect(there.text).toContain(`Backups go to file:${place}.`)

    const id = fieldIn(there, 'id')
    const sheet = await post(BACKUPS, { act: 'key', id, password: PASSWORD })
    const recipient = fieldIn(sheet, 'recipient')
    expect(recipient).not.toBe('')
    expect((await post(BACKUPS, { act: 'written', recipient, kept: '1' })).location).toBe(`${BACKUPS}?key`)
    await killed()
    expect(await left()).toEqual(STEPS.slice(4))
    expect((await json('status', '--data', data)).backups).toMatchObject({ has_key: true, newest: null })
    // One that the service began by itself may be at work still.
    await soon(async () => expect((await json('backup', 'create', '--data', data)).code).toBe(0), 500)
    await killed()
    expect(await left()).toEqual([])
    expect((await manager.get('/today')).text).toContain('Make the first backup: done')
    service.child.kill('SIGTERM')
    await service.ended
  })
})
