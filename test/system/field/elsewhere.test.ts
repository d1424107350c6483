import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { backHome, enrolledPhone, type Phone } from '../../support/field/phone.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** A phone learns what the office and other phones did to its records, and says so. */

const PIN = '382915'

describe.skipIf(NO_BROWSER !== '')(`records that others changed${NO_BROWSER}`, () => {
  let office: Office
  let grace: string
  let phone: Phone

  const delivery = (value: number, more: object = {}) => ({
    type: 'delivery',
    occurred_at: '2026-03-01T08:00:00.000Z',
    lawful_basis: 'contract_performance',
    from_party: grace,
    to_party: office.coop.cooperative,
    crop: 'coffee_fresh_cherry',
    quantity: { value, unit: 'kg' },
    ...more,
  })
  /** A correction, or another record, at the office. */
  const atOffice = async (fields: object): Promise<string> => {
    const { type, ...others } = fields as { type: string }
    return (await office.append(type, others)).id
  }
  const retract = (target_id: string) =>
    office.call('/v1/records', {
      ...{ id: uuidv7(), type: 'retraction', target_id, reason: 'duplicate' },
      occurred_at: '2026-03-02T08:00:00.000Z',
    })
  /** Saves on a phone, and sends. @returns the id of the record */
  const sent = async (says: object, one = phone): Promise<string> => {
    const { key } = await one.do<{ key: string }>('engine.save(given)', says)
    await one.until('engine.status.waiting === 0 && !engine.status.isBusy')
    return one.do('engine.entryOf(given).record.id', key)
  }
  const fetched = async (one = phone) => {
    await one.do('engine.sendNow()')
    await one.until('engine.status.waiting === 0 && !engine.status.isBusy')
  }
  const home = async (one = phone) => {
    await backHome(one.page)
    await one.page.getByRole('heading', { name: 'Granary' }).waitFor()
  }
  const search = async (text: string, one = phone) => {
    await home(one)
    await one.page.getByRole('button', { name: 'Records', exact: true }).click()
    await one.page.getByLabel(/^Search/).fill(text)
    await one.page.locator('.entry').first().waitFor()
  }
  const button = (name: string, one = phone) => one.page.getByRole('button', { name, exact: true })
  const huge = (one = phone) => one.page.locator('.huge').allTextContents()

  beforeAll(async () => {
    office = await openOffice()
    grace = await office.party('person', 'Grace Nakato', 'M-1')
    phone = await enrolledPhone(office, PIN)
  })
  afterAll(() => office?.service.stop())

  test('a correction at the office: the newest figure, by whom and when; what was saved stays; looked at, it is quiet', async () => {
    const id = await sent(delivery(85.5))
    await fetched()
    expect(await phone.do('engine.news')).toBe(0)
    await atOffice(delivery(84, { supersedes: id }))
    await fetched()
    await home()
    await button('1 record was changed by others: look at it').click()
    await phone.page.getByText('Corrected at the office: now 84 kg').waitFor()
    await keepPicture(phone.page, 'field-elsewhere-list', true)
    await phone.page.locator('.entry').first().click()
    await phone.page.getByText(/^Corrected at the office, /).waitFor()
    expect(await huge()).toEqual(['84 kg', '85.5 kg'])
    await keepPicture(phone.page, 'field-elsewhere-one', true)
    await phone.until('engine.news === 0')
    await home()
    expect(await phone.page.getByText('changed by others: look at it').count()).toBe(0)
    await phone.open()
    await phone.do('engine.unlock(given)', PIN)
    await phone.until('!engine.status.isBusy')
    expect(await phone.do('engine.news')).toBe(0)
    await search('85.5')
    await phone.page.getByText('Corrected at the office: now 84 kg').waitFor()
  })

  test('Correct begins with the newest figure, and corrects that', async () => {
    await search('85.5')
    await phone.page.locator('.entry').first().click()
    await button('Correct').click()
    expect(await phone.page.getByLabel('Weight or count').inputValue()).toBe('84')
    await phone.page.getByLabel('Weight or count').fill('83')
    await button('Next').click()
    await button('Save').click()
    await phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await fetched()
    const { records } = await office.call('/v1/records?purpose=operations&type=delivery&limit=500')
    expect(
      records.map(({ quantity, derived }: Record<string, { value?: number; standing?: string }>) => [
        quantity?.value,
        derived?.standing,
      ]),
    ).toEqual([[83, 'tip']])
    await search('85.5')
    expect(await phone.page.getByText('Corrected at the office').count()).toBe(0)
  })

  test('a correction at the office while the form is open: nothing is saved over it', async () => {
    const id = await sent(delivery(101))
    await search('101 kg')
    await phone.page.locator('.entry').first().click()
    await button('Correct').click()
    await phone.page.getByLabel('Weight or count').fill('102')
    await button('Next').click()
    const newer = await atOffice(delivery(103, { supersedes: id }))
    await fetched()
    await phone.page.getByText('This record was changed elsewhere in the meantime').waitFor()
    await button('Save').click()
    expect(await phone.do('engine.correct(given.key, given.says)', { key: id, says: delivery(104) })).toBe(
      'elsewhere',
    )
    expect(await phone.do('engine.takeBack(given)', id)).toBe('elsewhere')
    await button('Look at the record').click()
    await phone.page.getByText(/^Corrected at the office, /).waitFor()
    await button('Take back').click()
    await button('Take it back').click()
    await fetched()
    expect((await office.call(`/v1/records/${newer}?purpose=operations`)).derived.standing).toBe('retracted')
  })

  test('taken back at the office: nothing more is offered', async () => {
    const id = await sent(delivery(111))
    await retract(id)
    await fetched()
    await search('111 kg')
    await phone.page.getByText('Taken back at the office').waitFor()
    await phone.page.locator('.entry').first().click()
    await phone.page.getByText(/Taken back at the office, .* Reason: Written twice\./).waitFor()
    expect([await button('Correct').count(), await button('Take back').count()]).toEqual([0, 0])
    await keepPicture(phone.page, 'field-elsewhere-taken-back', true)
  })

  test('a correction that waits here for a record taken back there: its rejection says so, and it becomes a record of its own', async () => {
    const id = await sent(delivery(121))
    await phone.context.setOffline(true)
    const key = await phone.do<string>('engine.entries().find(({ record }) => record.id === given).key', id)
    expect(await phone.do('engine.correct(given.key, given.says)', { key, says: delivery(122) })).toBe('done')
    await retract(id)
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until('engine.status.rejected === 1 && !engine.status.isBusy')
    await search('122 kg')
    await phone.page.locator('.entry').first().click()
    const why = (await phone.page.locator('.box.bad').textContent()) ?? ''
    expect(why).toContain('The record was taken back already.')
    expect(why).toContain('it becomes a new record of its own')
    expect(await button('Drop it').count()).toBe(1)
    expect(await button('Send again').count()).toBe(0)
    await keepPicture(phone.page, 'field-elsewhere-rejected', true)
    await button('Mend').click()
    await button('Next').click()
    await button('Save').click()
    await phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await fetched()
    const { records } = await office.call('/v1/records?purpose=operations&type=delivery&limit=500')
    const found = records.filter(({ quantity }: { quantity: { value: number } }) => quantity.value === 122)
    expect(found).toHaveLength(1)
    expect(found[0].supersedes).toBeUndefined()
  })

  /** A correction here, while the network is away, of a record that the office corrects meanwhile. @returns the ids */
  const heldFor = async (before: number, here: number, there: number) => {
    const id = await sent(delivery(before))
    await phone.context.setOffline(true)
    const key = await keyOf(id)
    expect(await phone.do('engine.correct(given.key, given.says)', { key, says: delivery(here) })).toBe(
      'done',
    )
    const newer = await atOffice(delivery(there, { supersedes: id }))
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until('engine.news > 0 && !engine.status.isBusy')
    return { id, newer }
  }
  const keyOf = (id: string) =>
    phone.do<string>('engine.entries().find(({ record }) => record.id === given).key', id)
  const storedOf = async (value: number) =>
    (await office.call('/v1/records?purpose=operations&type=delivery&limit=500')).records.filter(
      ({ quantity }: { quantity: { value: number } }) => quantity.value === value,
    )
  const keep = async (figure: string, says: RegExp | string) => {
    await phone.page.locator('.branches .card', { hasText: figure }).getByRole('button').click()
    await phone.page.getByText(says).waitFor()
    await button('Yes, this is right').click()
    await fetched()
  }

  test('a correction here of what the office has corrected is not sent until a person decides; kept, it corrects the newest', async () => {
    const { newer } = await heldFor(201, 202, 203)
    expect(await phone.do('engine.status.waiting')).toBe(1)
    // It holds up nothing else.
    await phone.do('engine.save(given)', delivery(204))
    await phone.do('engine.sendNow()')
    await phone.until('engine.status.waiting === 1 && !engine.status.isBusy')
    expect([await storedOf(202), (await storedOf(204)).length]).toEqual([[], 1])
    await home()
    await button('1 record was changed by others: look at it').click()
    await phone.page.getByText('Corrections contradict each other').first().waitFor()
    await phone.page.locator('.entry', { hasText: '202 kg' }).click()
    await phone.page.getByText('Your correction was not sent').waitFor()
    expect(await huge()).toEqual(expect.arrayContaining(['202 kg', '203 kg']))
    await keepPicture(phone.page, 'field-elsewhere-held', true)
    // Looked at is not decided; nor is a page that was opened again.
    await phone.open()
    await phone.do('engine.unlock(given)', PIN)
    await phone.until('!engine.status.isBusy')
    expect([await phone.do('engine.news'), await storedOf(202)]).toEqual([1, []])
    await search('202 kg')
    await phone.page.locator('.entry', { hasText: '202 kg' }).first().click()
    await keep('202 kg', 'It is then sent as a correction of what others wrote.')
    const [kept] = await storedOf(202)
    expect([kept.supersedes, kept.derived.standing]).toEqual([newer, 'tip'])
    expect(await phone.do('engine.news')).toBe(0)
    await search('202 kg')
    expect(await phone.page.getByText('Corrections contradict each other').count()).toBe(0)
  })

  test('corrections with the same figure: what differs is shown, in the list and on each card', async () => {
    const sarah = await office.party('person', 'Sarah Apio', 'M-3')
    const id = await sent(delivery(56.5))
    await atOffice(delivery(56.5, { supersedes: id, from_party: sarah }))
    await fetched()
    await search('56.5')
    await phone.page.getByText('Corrected at the office: now Member: Sarah Apio · M-3').waitFor()
    await atOffice(delivery(56.5, { supersedes: id, occurred_at: '2026-02-11T08:00:00.000Z' }))
    await fetched()
    await phone.page.locator('.entry').first().click()
    await phone.page.getByText('None of these versions counts').waitFor()
    const cards = await phone.page.locator('.branches .card').allTextContents()
    expect(cards).toHaveLength(2)
    expect(cards.filter((text) => /Sarah Apio · M-3.*1 Mar 2026/.test(text))).toHaveLength(1)
    expect(cards.filter((text) => /Grace Nakato · M-1.*11 Feb 2026/.test(text))).toHaveLength(1)
    const versions = await phone.page.locator('ol .entry').allTextContents()
    expect(versions.filter((text) => text.includes('Sarah Apio'))).toHaveLength(1)
    expect(versions.filter((text) => text.includes('11 Feb'))).toHaveLength(1)
    await keepPicture(phone.page, 'field-elsewhere-fork-alike', true)
    await phone.page.locator('.branches .card', { hasText: 'Sarah Apio' }).getByRole('button').click()
    await button('Yes, this is right').click()
    await fetched()
    await search('56.5')
    await phone.page.getByText('now Member: Sarah Apio · M-3').first().waitFor()
  })

  test('an unsent correction of a sent record is undone, and the button says so', async () => {
    const id = await sent(delivery(66))
    await phone.context.setOffline(true)
    const key = await phone.do<string>('engine.entries().find(({ record }) => record.id === given).key', id)
    expect(await phone.do('engine.correct(given.key, given.says)', { key, says: delivery(67) })).toBe('done')
    await search('67 kg')
    await phone.page.locator('.entry').first().click()
    expect(await button('Take back').count()).toBe(0)
    await button('Undo the correction').click()
    await phone.page.getByText('The record that it corrects is not taken back').waitFor()
    await keepPicture(phone.page, 'field-elsewhere-undo', true)
    await button('Undo the correction').click()
    await phone.until('!engine.entries().some(({ record }) => record.quantity?.value === 67)')
    await phone.context.setOffline(false)
    await fetched()
    expect((await office.call(`/v1/records/${id}?purpose=operations`)).derived.standing).toBe('tip')
  })

  /** A correction that left the phone, and whose answer was lost: the service does not have it. */
  const lost = async (one: Phone, write: () => Promise<unknown>) => {
    await one.context.route('**/v1/sync/outbox', (route) => route.abort('connectionreset'))
    await write()
    await one.until('engine.status.failure !== null && !engine.status.isBusy')
  }

  test('a correction that may have been sent for a record in a fork is rejected, and corrects what the office keeps', async () => {
    const id = await sent(delivery(211))
    const key = await keyOf(id)
    await lost(phone, async () =>
      expect(await phone.do('engine.correct(given.key, given.says)', { key, says: delivery(212) })).toBe(
        'done',
      ),
    )
    const there = await atOffice(delivery(213, { supersedes: id }))
    const kept = await atOffice(delivery(214, { supersedes: id }))
    await phone.context.unroute('**/v1/sync/outbox')
    await phone.do('engine.sendNow()')
    await phone.until('engine.status.rejected === 1 && !engine.status.isBusy')
    await search('212 kg')
    await phone.page.locator('.entry').first().click()
    await phone.page.getByText('Corrections of this record contradict each other.').waitFor()
    await phone.page.getByText('First decide on the page of the record').waitFor()
    expect([await button('Mend').count(), await button('Send again').count()]).toEqual([0, 0])
    await retract(there)
    await phone.do('engine.sendNow()')
    await phone.page.getByText('now 214 kg. If you send this again, it corrects that version.').waitFor()
    await button('Send again').click()
    await phone.until('engine.status.rejected === 0 && engine.status.waiting === 0 && !engine.status.isBusy')
    const [{ quantity, supersedes }] = (
      await office.call('/v1/records?purpose=operations&type=delivery&limit=500')
    ).records.filter(
      ({ quantity }: { quantity: { value: number } }) => quantity.value > 210 && quantity.value < 220,
    )
    expect([quantity.value, supersedes]).toEqual([212, kept])
  })

  test('after ten wrong PINs and a new code, corrections of before are known and no news', async () => {
    await phone.do('engine.lock()')
    for (let i = 0; i < 10; i++) await phone.do("engine.unlock('000001')")
    const { enrolment_code: code } = await office.did('device', 'enrol', '--party', office.coop.cooperative)
    await phone.enrol(code, PIN)
    await phone.until('engine.fromFeed().length > 3 && !engine.status.isBusy')
    expect(await phone.do('engine.news')).toBe(0)
    await search('111 kg')
    await phone.page.getByText('Taken back at the office').waitFor()
  })
})
