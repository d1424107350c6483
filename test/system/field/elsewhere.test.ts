import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { enrolledPhone, fieldOffice, type Phone } from '../../support/field/phone.ts'

/** A phone learns what the office and other phones did to its records, and says so. */

const PIN = '382915'

const { office, newCode, delivery, stored } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`records that others changed${NO_BROWSER}`, () => {
  let phone: Phone

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
  /** Saves on the phone, and sends. @returns the id of the record */
  const sent = async (says: object): Promise<string> => {
    const key = await phone.save(says)
    await phone.settled()
    return phone.do('engine.entryOf(given).record.id', key)
  }
  const search = async (text: string) => {
    await phone.home()
    await button('Records').click()
    await phone.page.getByLabel(/^Search/).fill(text)
    await phone.page.locator('.entry').first().waitFor()
  }
  const button = (name: string) => phone.button(name)
  const huge = () => phone.page.locator('.huge').allTextContents()
  const keyOf = (id: string) =>
    phone.do<string>('engine.entries().find(({ record }) => record.id === given).key', id)
  const correct = async (id: string, value: number) =>
    expect(
      await phone.do('engine.correct(given.key, given.says)', {
        key: await keyOf(id),
        says: delivery(value),
      }),
    ).toBe('done')
  const storedOf = async (value: number) =>
    (await stored()).filter(({ quantity }) => quantity.value === value)

  beforeAll(async () => {
    phone = await enrolledPhone(office, PIN)
  })

  test('a correction at the office: the newest figure, by whom and when; what was saved stays; looked at, it is quiet', async () => {
    const id = await sent(delivery(85.5))
    await phone.send()
    expect(await phone.do('engine.news')).toBe(0)
    await atOffice(delivery(84, { supersedes: id }))
    await phone.send()
    await phone.home()
    await button('1 record was changed by others: look at it').click()
    await phone.page.getByText('Corrected at the office: now 84 kg').waitFor()
    await keepPicture(phone.page, 'field-elsewhere-list', true)
    await phone.page.locator('.entry').first().click()
    await phone.page.getByText(/^Corrected at the office, /).waitFor()
    expect(await huge()).toEqual(['84 kg', '85.5 kg'])
    await keepPicture(phone.page, 'field-elsewhere-one', true)
    await phone.until('engine.news === 0')
    await phone.home()
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
    await phone.send()
    const records = await stored()
    expect(records.map(({ quantity, derived }) => [quantity.value, derived.standing])).toEqual([[83, 'tip']])
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
    await phone.send()
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
    await phone.send()
    expect((await office.call(`/v1/records/${newer}?purpose=operations`)).derived.standing).toBe('retracted')
  })

  test('taken back at the office: nothing more is offered', async () => {
    const id = await sent(delivery(111))
    await retract(id)
    await phone.send()
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
    await correct(id, 122)
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
    await phone.send()
    const found = await storedOf(122)
    expect(found).toHaveLength(1)
    expect(found[0].supersedes).toBeUndefined()
  })

  test('a correction here of what the office has corrected is not sent until a person decides; kept, it corrects the newest', async () => {
    const id = await sent(delivery(201))
    await phone.context.setOffline(true)
    await correct(id, 202)
    const newer = await atOffice(delivery(203, { supersedes: id }))
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until('engine.news > 0 && !engine.status.isBusy')
    expect(await phone.do('engine.status.waiting')).toBe(1)
    // It holds up nothing else.
    await phone.do('engine.save(given)', delivery(204))
    await phone.do('engine.sendNow()')
    await phone.until('engine.status.waiting === 1 && !engine.status.isBusy')
    expect([await storedOf(202), (await storedOf(204)).length]).toEqual([[], 1])
    await phone.home()
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
    await phone.page.locator('.branches .card', { hasText: '202 kg' }).getByRole('button').click()
    await phone.page.getByText('It is then sent as a correction of what others wrote.').waitFor()
    await button('Yes, this is right').click()
    await phone.send()
    const [kept] = await storedOf(202)
    expect([kept.supersedes, kept.derived.standing]).toEqual([newer, 'tip'])
    expect(await phone.do('engine.news')).toBe(0)
    await search('202 kg')
    expect(await phone.page.getByText('Corrections contradict each other').count()).toBe(0)
  })

  test('a correction with the same figure: the list says what differs', async () => {
    const sarah = await office.party('person', 'Sarah Apio', 'M-3')
    const id = await sent(delivery(56.5))
    await atOffice(delivery(56.5, { supersedes: id, from_party: sarah }))
    await phone.send()
    await search('56.5')
    await phone.page.getByText('Corrected at the office: now Member: Sarah Apio · M-3').waitFor()
  })

  test('an unsent correction of a sent record is undone, and the button says so', async () => {
    const id = await sent(delivery(66))
    await phone.context.setOffline(true)
    await correct(id, 67)
    await search('67 kg')
    await phone.page.locator('.entry').first().click()
    expect(await button('Take back').count()).toBe(0)
    await button('Undo the correction').click()
    await phone.page.getByText('The record that it corrects is not taken back').waitFor()
    await keepPicture(phone.page, 'field-elsewhere-undo', true)
    await button('Undo the correction').click()
    await phone.until('!engine.entries().some(({ record }) => record.quantity?.value === 67)')
    await phone.context.setOffline(false)
    await phone.send()
    expect((await office.call(`/v1/records/${id}?purpose=operations`)).derived.standing).toBe('tip')
  })

  test('after ten wrong PINs and a new code, corrections of before are known and no news', async () => {
    await phone.do('engine.lock()')
    await phone.tenWrongPins()
    await phone.enrol(await newCode(), PIN)
    await phone.until('engine.fromFeed().length > 3 && !engine.status.isBusy')
    expect(await phone.do('engine.news')).toBe(0)
    await search('111 kg')
    await phone.page.getByText('Taken back at the office').waitFor()
  })
})
