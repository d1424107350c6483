import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { enrolledPhone, type Phone } from '../../support/field/phone.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** Members confirm on the phone that recorded it, by a PIN and a credential of their own. */

const [PIN, HERS] = ['382915', '604812']
/** From when on the codes of these people confirm: before everything they do here. */
const SEASON = '2026-01-01'
const settled = 'engine.status.waiting === 0 && engine.status.withoutToken === 0 && !engine.status.isBusy'

describe.skipIf(NO_BROWSER !== '')(`confirming on the phone that recorded it${NO_BROWSER}`, () => {
  let office: Office
  let grace: string
  let graces: string
  let amina: string
  beforeAll(async () => {
    office = await openOffice()
    grace = await office.party('person', 'Grace Nakato', 'M-1')
    amina = await office.party('person', 'Amina Wako', 'M-2')
    graces = (await office.did('credential issue --kind party --party', grace)).token
  })
  afterAll(() => office?.service.stop())

  const codeOf = async (party: string, ...more: string[]): Promise<string> =>
    (await office.did('device', 'enrol', '--party', party, ...more)).enrolment_code
  const enrolled = () => enrolledPhone(office, PIN)
  async function admit(phone: Phone, party: string, pin = HERS, since = SEASON): Promise<void> {
    expect(
      await phone.do('engine.confirmers.admit(given)', await codeOf(party, '--since', since)),
    ).toMatchObject({ is: 'done', party })
    expect(await phone.do("engine.confirmers.choosePin(given, 'en')", pin)).toBeNull()
  }
  const says = (value: number, from = grace, more: object = {}) => ({
    type: 'delivery',
    occurred_at: '2026-03-01T08:00:00.000Z',
    lawful_basis: 'contract_performance',
    from_party: from,
    to_party: office.coop.cooperative,
    crop: 'coffee_fresh_cherry',
    quantity: { value, unit: 'kg' },
    ...more,
  })
  const save = async (phone: Phone, value: number, from = grace): Promise<string> =>
    (await phone.do<{ key: string }>('engine.save(given)', says(value, from))).key
  const confirm = (phone: Phone, party: string, pin: string, key: string) =>
    phone.do(
      `const { record } = engine.entries().find(({ key }) => key === given.key)
       return engine.confirmers.confirm(given.party, given.pin, { key: given.key, record })`,
      { party, pin, key },
    )
  const go = (phone: Phone, place: object) =>
    phone.page.evaluate(
      `history.pushState(${JSON.stringify(place)}, ''); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
    )
  const shownTo = async (token: string, value: number) =>
    (
      await office.call('/v1/records?purpose=own_records&type=delivery&limit=500', undefined, token)
    ).records.find(({ quantity }: { quantity: { value: number } }) => quantity.value === value)
  const send = async (phone: Phone) => {
    await phone.do('engine.sendNow()')
    await phone.until(settled)
  }
  const devicesOf = async (
    party: string,
  ): Promise<{ id: string; held_on?: string; held_on_name?: string }[]> =>
    (await office.did('device', 'list')).devices.filter((one: { party: string }) => one.party === party)

  test('a member confirms a delivery by PIN without a network; the office and the member see it confirmed', async () => {
    const phone = await enrolled()
    const { page } = phone
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await button('This phone').click()
    await button('People who confirm here').click()
    await button('Add a person').click()
    await page.getByLabel('Code of the office').fill(await codeOf(grace, '--since', SEASON))
    await button('Register').click()
    await page.getByRole('heading', { name: 'Grace Nakato · M-1: choose a PIN' }).waitFor()
    await page.getByLabel('New PIN').fill('123456')
    await page.getByLabel('The same PIN again').fill('123456')
    await button('Use this PIN').click()
    await page.getByText('too easy to guess').waitFor()
    await page.getByLabel('New PIN').fill(HERS)
    await page.getByLabel('The same PIN again').fill(HERS)
    await page.getByLabel('Language').selectOption('sw')
    await button('Tumia PIN hii').click()
    await button('Maliza').click()
    await page.getByRole('heading', { name: 'Grace Nakato · M-1' }).waitFor()

    await phone.context.setOffline(true)
    const key = await save(phone, 85.5)
    await go(phone, { at: 'one', key })
    await button('Grace Nakato · M-1 confirms').click()
    await page.getByText('Nathibitisha kwamba nimeleta hiki').waitFor()
    // No browser offers to keep the PIN, and nobody reads it from the screen.
    const field = page.getByLabel('PIN yako mwenyewe')
    expect(
      await field.evaluate((one: HTMLInputElement) => [
        one.type,
        one.autocomplete,
        getComputedStyle(one).getPropertyValue('-webkit-text-security'),
      ]),
    ).toEqual(['text', 'off', 'disc'])
    expect(await page.locator('.huge').textContent()).toBe('85.5 kg')
    await page.getByLabel('PIN yako mwenyewe').fill('111222')
    await button('Ni sahihi: nathibitisha').click()
    await page.getByText('Yamebaki majaribio 9').waitFor()
    await page.getByLabel('PIN yako mwenyewe').fill(HERS)
    await button('Ni sahihi: nathibitisha').click()
    await page.getByText('Rudisha simu').waitFor()
    await button('Maliza').click()
    await page.getByText('It is sent with the next connection').waitFor()
    expect(await button('Grace Nakato · M-1 confirms').count()).toBe(0)
    // No screen gets the token.
    expect(await phone.do('JSON.stringify(engine.entries()).includes("gry_")')).toBe(false)

    await phone.context.setOffline(false)
    await send(phone)
    await page.getByText('The office has the confirmation').waitFor()
    const confirmation = { confirmed: true, independent: true, channel: 'app' }
    expect((await shownTo(office.coop.token, 85.5)).derived.confirmation).toMatchObject(confirmation)
    expect((await shownTo(graces, 85.5)).derived.confirmation).toMatchObject(confirmation)
    const [held] = await devicesOf(grace)
    const device = await phone.do<{ id: string; name: string }>('engine.status.device')
    expect(held).toMatchObject({ held_on: device.id, held_on_name: device.name })
    const { records } = await office.call('/v1/records?purpose=operations&type=delivery_confirmation')
    expect(records).toMatchObject([{ asserted_by: grace, device_id: held?.id, channel: 'app' }])
    const { id: asked } = await office.did('subject-access open --party', grace)
    const answer = (await office.said('subject-access answer', asked)).out
    expect(answer).toContain('85.5 kg')
    expect(answer).toMatch(/85\.5 kg +confirmed/)
    expect(phone.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })

  test('what happened before the day of the code is not offered, and not confirmed', async () => {
    const phone = await enrolled()
    await admit(phone, grace, HERS, 'today')
    const [early, late] = [
      await save(phone, 95.5),
      (
        await phone.do<{ key: string }>('engine.save(given)', {
          ...says(96.5),
          occurred_at: new Date().toISOString(),
        })
      ).key,
    ]
    const button = phone.page.getByRole('button', { name: 'Grace Nakato · M-1 confirms' })
    await go(phone, { at: 'one', key: early })
    await phone.page.getByText('can confirm it at the office').waitFor()
    expect(await button.count()).toBe(0)
    expect(await confirm(phone, grace, HERS, early)).toEqual({ is: 'changed' })
    await go(phone, { at: 'one', key: late })
    await button.waitFor()
    expect(await confirm(phone, grace, HERS, late)).toEqual({ is: 'done' })
    await send(phone)
    expect((await shownTo(graces, 96.5)).derived.confirmation).toMatchObject({ confirmed: true })
    expect((await shownTo(graces, 95.5)).derived.confirmation).toBeNull()
  })

  test('a member sees a payment from their own side, with every term, and nothing lies over the PIN', async () => {
    const phone = await enrolled()
    const { page } = phone
    await admit(phone, grace)
    const agreed_price = { amount_minor: 12_500_000, currency: 'UGX' }
    const of = async (more: object) => (await phone.do<{ key: string }>('engine.save(given)', more)).key
    const at = { occurred_at: '2026-03-01T08:00:00.000Z', lawful_basis: 'special_data_consent' }
    const paid = await of({
      ...{ ...at, type: 'payment', payer: office.coop.cooperative, payee: grace },
      ...{
        amount: { amount_minor: 12_500_000, currency: 'UGX' },
        method: 'mobile_money',
        purpose: 'produce',
      },
      ...{ reference: 'MM-77', note: 'The rest of the first harvest, as agreed.' },
    })
    await go(phone, { at: 'one', key: paid })
    await page.getByText('Direction').waitFor()
    await page.getByRole('button', { name: 'Grace Nakato · M-1 confirms' }).click()
    await page.getByText('I confirm that I was paid this:').waitFor()
    expect(await page.getByText('Direction').count()).toBe(0)
    expect(await page.getByText('We paid it').count()).toBe(0)
    // A figure is never broken between its digits.
    const rows = await page.locator('.huge').evaluate((one) => {
      const range = document.createRange()
      range.setStart(one.firstChild as Text, 0)
      range.setEnd(one.firstChild as Text, '12,500,000'.length)
      return range.getClientRects().length
    })
    expect(rows).toBe(1)
    await keepPicture(page, 'field-confirming-payment')
    const isCovered = await page.getByLabel('Your own PIN').evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect()
      return [2, height / 2, height - 2].some(
        (y) => document.elementFromPoint(left + width / 2, top + y) !== field,
      )
    })
    expect(isCovered).toBe(false)
    expect(await confirm(phone, grace, HERS, paid)).toEqual({ is: 'done' })
    await send(phone)
    const { records } = await office.call('/v1/records?purpose=own_records&type=payment', undefined, graces)
    const confirmation = { confirmed: true, independent: true, channel: 'app' }
    expect(records[0].derived.confirmation).toMatchObject(confirmation)
    const priced = await of({ ...says(91), ...at, agreed_price })
    await go(phone, { at: 'confirming', key: priced })
    await page.getByText('I confirm that I delivered this:').waitFor()
    const facts = await page.locator('dl').textContent()
    expect(facts).toContain('Price, in total')
    expect(facts).toContain('UGX')
  })

  test('a name of one long word, or one that looks like a number, fools neither screen nor reader', async () => {
    const long = await office.party('person', 'Namukasakyewalyangabogonzabulungi', 'M-8')
    const false_ = await office.party('person', 'Grace Nakato · M-1', 'M-9')
    const phone = await enrolled()
    const { page } = phone
    await admit(phone, long)
    await admit(phone, false_, '913572')
    const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
    await go(phone, { at: 'people' })
    await page.getByRole('heading', { name: 'Grace Nakato - M-1 · M-9' }).waitFor()
    for (const summary of await page.locator('summary').all()) await summary.click()
    expect(await isWide()).toBe(false)
    for (const box of await page.locator('button.danger').all())
      expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
    await keepPicture(page, 'field-people-long', true)
    await go(phone, { at: 'confirming', key: await save(phone, 92, long) })
    await page.getByText('I confirm that I delivered this:').waitFor()
    expect(await isWide()).toBe(false)
    await keepPicture(page, 'field-confirming-long')
    await go(phone, { at: 'one', key: await save(phone, 93, false_) })
    await page.getByRole('button', { name: 'Grace Nakato - M-1 · M-9 confirms', exact: true }).waitFor()
  })

  const atOffice = async (value: number, more: object): Promise<string> => {
    const { type, ...others } = says(value, grace, more)
    return (await office.append(type, others)).id
  }
  const retract = (target_id: string) =>
    office.call('/v1/records', {
      ...{ id: uuidv7(), type: 'retraction', target_id, reason: 'duplicate' },
      occurred_at: '2026-03-02T08:00:00.000Z',
    })
  const stored = async (phone: Phone, value: number) => {
    const key = await save(phone, value)
    await send(phone)
    return { key, id: await phone.do<string>('engine.entryOf(given).record.id', key) }
  }

  test('a confirmation of a version that counts no more says so, and so does its receipt', async () => {
    const phone = await enrolled()
    const { page } = phone
    const by = page.getByRole('button', { name: 'Grace Nakato · M-1 confirms', exact: true })
    await admit(phone, grace)
    const old = await stored(phone, 221)
    expect(await confirm(phone, grace, HERS, old.key)).toEqual({ is: 'done' })
    await send(phone)
    await go(phone, { at: 'one', key: old.key })
    await page.getByText('The office has the confirmation').waitFor()
    expect(await page.getByText('Corrected since').count()).toBe(0)
    const newer = await atOffice(220, { supersedes: old.id })
    await send(phone)
    const earlier = page.getByText('confirmed an earlier version, 221 kg. What counts now is not confirmed.')
    await earlier.waitFor()
    await page.getByText('Corrected since: this is not the newest version.').waitFor()
    expect([await by.count(), await page.locator('.box.good').count()]).toEqual([1, 0])
    await keepPicture(page, 'field-confirming-earlier', true)
    const given = await phone.do<string>(
      'engine.entries().find(({ record }) => record.delivery_id === given).key',
      old.id,
    )
    await go(phone, { at: 'one', key: given })
    await earlier.waitFor()
    expect(await page.locator('.box.good').count()).toBe(0)
    await retract(newer)
    await send(phone)
    await go(phone, { at: 'one', key: old.key })
    await page.getByText('confirmed an earlier version, 221 kg. It was taken back.').waitFor()
    await page.getByText('Taken back: this does not count any more.').waitFor()
    expect(await by.count()).toBe(0)
  })

  test('a confirmation that the office refuses does not look good', async () => {
    const phone = await enrolled()
    const { page } = phone
    await admit(phone, grace)
    const { key, id } = await stored(phone, 231)
    await phone.context.setOffline(true)
    expect(await confirm(phone, grace, HERS, key)).toEqual({ is: 'done' })
    await retract(id)
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until('engine.status.rejected === 1 && !engine.status.isBusy')
    const given = await phone.do<string>(
      'engine.entries().find(({ record }) => record.delivery_id === given).key',
      id,
    )
    await go(phone, { at: 'one', key: given })
    await page.getByText('The office refused the confirmation: it does not count.').waitFor()
    expect(await page.locator('.box.good').count()).toBe(0)
    await keepPicture(page, 'field-confirming-refused', true)
  })

  test('a page that locks while a PIN is tried keeps what was confirmed', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    const { key } = await stored(phone, 241)
    const done = await phone.do(
      `const { record } = engine.entryOf(given.key)
       const done = engine.confirmers.confirm(given.grace, given.pin, { key: given.key, record })
       engine.lock()
       return await done`,
      { key, grace, pin: HERS },
    )
    expect(done).toEqual({ is: 'done' })
    await phone.do('engine.unlock(given)', PIN)
    await send(phone)
    expect((await shownTo(graces, 241)).derived.confirmation.confirmed).toBe(true)
    expect(phone.faults).toEqual([])
  })

  test('a phone that is full gives up photographs that were sent before it refuses a confirmation', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await phone.do(
      `const canvas = new OffscreenCanvas(64, 64)
       canvas.getContext('2d').fillRect(0, 0, 9, 9)
       const picture = await canvas.convertToBlob({ type: 'image/jpeg' })
       return engine.save(given, { photographs: [picture] })`,
      says(251),
    )
    await phone.until(
      'engine.status.photographs === 0 && engine.status.waiting === 0 && !engine.status.isBusy',
    )
    const key = await phone.do<string>(
      'engine.entries().find(({ record }) => record.quantity?.value === 251).key',
    )
    await phone.page.evaluate(`(() => {
      const { put, delete: remove } = IDBObjectStore.prototype
      let isFull = true
      IDBObjectStore.prototype.delete = function (...of) {
        if (this.name === 'sentPhotographs') isFull = false
        return remove.apply(this, of)
      }
      IDBObjectStore.prototype.put = function (...row) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, row)
      }
    })()`)
    expect(await confirm(phone, grace, HERS, key)).toEqual({ is: 'done' })
  })

  test('ten wrong PINs erase the box of that person alone; a new code brings them back', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await admit(phone, amina, '715390')
    await phone.context.setOffline(true)
    const key = await save(phone, 301)
    const left: unknown[] = []
    for (let i = 0; i < 10; i++) left.push(await confirm(phone, grace, '000001', key))
    expect(left).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => ({ is: 'wrong', left: n })),
      { is: 'shut' },
    ])
    expect(await confirm(phone, grace, HERS, key)).toEqual({ is: 'shut' })
    const states = 'engine.confirmers.all.map(({ name, state }) => [name, state])'
    expect(await phone.do(states)).toEqual([
      ['Amina Wako', 'ready'],
      ['Grace Nakato', 'pin'],
    ])
    expect(await confirm(phone, amina, '715390', await save(phone, 302, amina))).toEqual({ is: 'done' })
    await phone.context.setOffline(false)
    // A code of another person is no code for Grace.
    expect(
      await phone.do('engine.confirmers.admit(given.code, given.grace)', {
        code: await codeOf(amina),
        grace,
      }),
    ).toEqual({ is: 'other_person' })
    const before = (await devicesOf(grace)).length
    const again = await phone.do('engine.confirmers.admit(given.code, given.grace)', {
      code: await codeOf(grace),
      grace,
    })
    expect(again).toMatchObject({ is: 'done', party: grace })
    expect(await phone.do("engine.confirmers.choosePin('918273', 'en')")).toBeNull()
    expect((await devicesOf(grace)).length).toBe(before)
    expect(await confirm(phone, grace, '918273', key)).toEqual({ is: 'done' })
    await send(phone)
    expect((await shownTo(graces, 301)).derived.confirmation.confirmed).toBe(true)
  })

  test('an ended token stops that person alone; with a new code, what was confirmed is sent', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await admit(phone, amina, '715390')
    await phone.context.setOffline(true)
    expect(await confirm(phone, grace, HERS, await save(phone, 401))).toEqual({ is: 'done' })
    expect(await confirm(phone, amina, '715390', await save(phone, 402, amina))).toEqual({ is: 'done' })
    const phoneId = (await phone.do<{ id: string }>('engine.status.device')).id
    const held = (await devicesOf(grace)).find(({ held_on }) => held_on === phoneId)
    await office.did('device revoke', String(held?.id))
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until(
      'engine.status.waiting === 0 && engine.status.withoutToken === 1 && !engine.status.isBusy',
    )
    expect(await phone.do('engine.status.isEnded')).toBe(false)
    expect(await phone.do('engine.status.failure')).toBeNull()
    expect(await phone.do('engine.confirmers.of(given).state', grace)).toBe('ended')
    expect((await shownTo(office.coop.token, 402)).derived.confirmation.confirmed).toBe(true)
    expect((await shownTo(graces, 401)).derived.confirmation).toBeNull()
    // What the phone reports is what it has to send itself.
    await save(phone, 403)
    await phone.until('engine.status.waiting === 0 && !engine.status.isBusy')
    const again = await phone.do('engine.confirmers.admit(given.code, given.grace)', {
      code: await codeOf(grace),
      grace,
    })
    expect(again).toMatchObject({ is: 'done' })
    expect(await phone.do("engine.confirmers.choosePin('918273', 'en')")).toBeNull()
    await send(phone)
    expect((await shownTo(graces, 401)).derived.confirmation).toMatchObject({
      confirmed: true,
      independent: true,
    })
  })

  test('a code of the office, a spent one and a lost reply are met', async () => {
    const phone = await enrolled()
    const admitted = (code: string) => phone.do('engine.confirmers.admit(given)', code)
    const before = (await devicesOf(office.coop.cooperative)).length
    const own = await codeOf(office.coop.cooperative)
    expect(await admitted(own)).toEqual({ is: 'own_party' })
    // The code is not spent, and no device of the cooperative is held here.
    expect((await devicesOf(office.coop.cooperative)).length).toBe(before)
    expect(await admitted(own)).toEqual({ is: 'own_party' })
    expect(await admitted('gryenr_00000000000000000000')).toEqual({ is: 'refused' })
    expect(await admitted('hello')).toEqual({ is: 'no_code' })
    const code = await codeOf(grace)
    // The phone itself does not become hers.
    expect(await phone.do('engine.enrol(given)', code)).toBe('of_person')
    let lost = 0
    await phone.context.route('**/v1/devices', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    expect(await admitted(code)).toEqual({ is: 'no_answer' })
    expect(await admitted(code)).toMatchObject({ is: 'done', party: grace })
    expect(await phone.do("engine.confirmers.choosePin('918273', 'en')")).toBeNull()
    await phone.do('engine.confirmers.remove(given)', grace)
    expect(await phone.do('engine.confirmers.all')).toEqual([])
    expect(await confirm(phone, grace, '918273', await save(phone, 501))).toEqual({ is: 'shut' })
  })

  test('ten wrong PINs of the phone erase the people; what they confirmed is still sent, after a kill too', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await phone.context.setOffline(true)
    expect(await confirm(phone, grace, HERS, await save(phone, 601))).toEqual({ is: 'done' })
    await phone.kill()
    await phone.start()
    await phone.context.setOffline(true)
    await phone.open()
    for (let i = 0; i < 10; i++) await phone.do('engine.unlock(given)', '000001')
    expect(await phone.do('engine.status.stage.is')).toBe('shut')
    await phone.context.setOffline(false)
    await phone.enrol(await codeOf(office.coop.cooperative), '482916')
    expect(await phone.do('engine.confirmers.all')).toEqual([])
    await phone.until(settled)
    expect((await shownTo(graces, 601)).derived.confirmation).toMatchObject({
      confirmed: true,
      independent: true,
    })
  })

  test('the file of the queue has none of it', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await phone.context.setOffline(true)
    expect(await confirm(phone, grace, HERS, await save(phone, 701))).toEqual({ is: 'done' })
    const text = await phone.do<string>('(await engine.queueFiles()[0].make()).blob.text()')
    expect(JSON.parse(text).records.map(({ type }: { type: string }) => type)).toEqual(['delivery'])
    expect(text).not.toContain('gry_')
  })

  test('a thief who reads the profile on the disk finds neither name nor token', async () => {
    const phone = await enrolled()
    await admit(phone, grace)
    await phone.context.setOffline(true)
    expect(await confirm(phone, grace, HERS, await save(phone, 801))).toEqual({ is: 'done' })
    await phone.kill()
    const files = phone.filesLeft()
    const holding = (word: string) =>
      [...files].flatMap(([path, bytes]) =>
        bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')) ? [path] : [],
      )
    for (const word of ['Nakato', 'gry_', grace, HERS]) expect([word, holding(word)]).toEqual([word, []])
    expect(holding('byService').length).toBeGreaterThan(0)
  })
})
