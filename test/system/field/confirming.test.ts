import type { Page } from 'playwright-core'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { enrolledPhone, fieldOffice, type Phone } from '../../support/field/phone.ts'

/** Members confirm on the phone that recorded it, by a PIN and a credential of their own. */

const [PIN, HERS, AMINAS, NEW] = ['382915', '604812', '715390', '918273']
/** From when on the codes of these people confirm: before everything they do here. */
const SEASON = '2026-01-01'
const CONFIRMED = { confirmed: true, independent: true, channel: 'app' }

const { office, grace, newCode, delivery } = await fieldOffice()
const amina = await office.party('person', 'Amina Wako', 'M-2')
const graces: string = (await office.did('credential issue --kind party --party', grace)).token

describe.skipIf(NO_BROWSER !== '')(`confirming on the phone that recorded it${NO_BROWSER}`, () => {
  const enrolled = () => enrolledPhone(office, PIN)
  async function admit(phone: Phone, party: string, pin: string = HERS): Promise<void> {
    expect(
      await phone.do('engine.confirmers.admit(given)', await newCode(party, '--since', SEASON)),
    ).toMatchObject({ is: 'done', party })
    expect(await phone.do("engine.confirmers.choosePin(given, 'en')", pin)).toBeNull()
  }
  const save = (phone: Phone, value: number, from = grace) =>
    phone.save(delivery(value, { from_party: from }))
  const confirm = (phone: Phone, party: string, pin: string, key: string) =>
    phone.do(
      `const { record } = engine.entryOf(given.key)
       return engine.confirmers.confirm(given.party, given.pin, { key: given.key, record })`,
      { party, pin, key },
    )
  const shownTo = async (token: string, value: number) =>
    (
      await office.call('/v1/records?purpose=own_records&type=delivery&limit=500', undefined, token)
    ).records.find(({ quantity }: { quantity: { value: number } }) => quantity.value === value)
  const expectConfirmed = async (value: number) =>
    expect((await shownTo(graces, value)).derived.confirmation).toMatchObject(CONFIRMED)
  const devicesOf = async (
    party: string,
  ): Promise<{ id: string; held_on?: string; held_on_name?: string }[]> =>
    (await office.did('device', 'list')).devices.filter((one: { party: string }) => one.party === party)
  /** Gives Grace a new code and another PIN. */
  async function comeBack(phone: Phone): Promise<void> {
    const code = { code: await newCode(grace), grace }
    expect(await phone.do('engine.confirmers.admit(given.code, given.grace)', code)).toMatchObject({
      is: 'done',
      party: grace,
    })
    expect(await phone.do("engine.confirmers.choosePin(given, 'en')", NEW)).toBeNull()
  }

  test('a member confirms a delivery by PIN without a network; the office and the member see it confirmed', async () => {
    const phone = await enrolled()
    const { page } = phone
    const button = (name: string) => phone.button(name)
    await button('This phone').click()
    await button('People who confirm here').click()
    await button('Add a person').click()
    await page.getByLabel('Code of the office').fill(await newCode(grace, '--since', SEASON))
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
    await phone.go({ at: 'one', key })
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
    await field.fill('111222')
    await button('Ni sahihi: nathibitisha').click()
    await page.getByText('Yamebaki majaribio 9').waitFor()
    await field.fill(HERS)
    await button('Ni sahihi: nathibitisha').click()
    await page.getByText('Rudisha simu').waitFor()
    await button('Maliza').click()
    await page.getByText('It is sent with the next connection').waitFor()
    expect(await button('Grace Nakato · M-1 confirms').count()).toBe(0)
    // No screen gets the token, and no file of the queue has what she confirmed.
    expect(await phone.do('JSON.stringify(engine.entries()).includes("gry_")')).toBe(false)
    const text = await phone.do<string>('(await engine.queueFiles()[0].make()).blob.text()')
    expect(JSON.parse(text).records.map(({ type }: { type: string }) => type)).toEqual(['delivery'])
    expect(text).not.toContain('gry_')
    // What happened before the day of her code is not hers to confirm here.
    const early = await phone.save(delivery(95.5, { occurred_at: '2025-12-01T08:00:00.000Z' }))
    await phone.go({ at: 'one', key: early })
    await page.getByText('can confirm it at the office').waitFor()
    expect(await button('Grace Nakato · M-1 confirms').count()).toBe(0)
    expect(await confirm(phone, grace, HERS, early)).toEqual({ is: 'changed' })

    await phone.context.setOffline(false)
    await phone.send()
    await phone.go({ at: 'one', key })
    await page.getByText('The office has the confirmation').waitFor()
    expect((await shownTo(office.coop.token, 85.5)).derived.confirmation).toMatchObject(CONFIRMED)
    await expectConfirmed(85.5)
    const [held] = await devicesOf(grace)
    const device = await phone.do<{ id: string; name: string }>('engine.status.device')
    expect(held).toMatchObject({ held_on: device.id, held_on_name: device.name })
    const { records } = await office.call('/v1/records?purpose=operations&type=delivery_confirmation')
    expect(records).toMatchObject([{ asserted_by: grace, device_id: held?.id, channel: 'app' }])
    const { id: asked } = await office.did('subject-access open --party', grace)
    expect((await office.said('subject-access answer', asked)).out).toMatch(/85\.5 kg +confirmed/)
    expect(phone.faults).toEqual([])
  })

  describe('on one phone, where Grace confirms', () => {
    let phone: Phone
    let page: Page
    beforeAll(async () => {
      phone = await enrolled()
      page = phone.page
      await admit(phone, grace)
    })

    const retract = (target_id: string) =>
      office.call('/v1/records', {
        ...{ id: uuidv7(), type: 'retraction', target_id, reason: 'duplicate' },
        occurred_at: '2026-03-02T08:00:00.000Z',
      })
    const saved = async (value: number) => {
      const key = await save(phone, value)
      await phone.send()
      return { key, id: await phone.do<string>('engine.entryOf(given).record.id', key) }
    }
    const confirmationOf = (id: string) =>
      phone.do<string>('engine.entries().find(({ record }) => record.delivery_id === given).key', id)

    test('a payment is seen from the member’s side, a name of one long word too, and nothing lies over the PIN', async () => {
      const long = await office.party('person', 'Namukasakyewalyangabogonzabulungi', 'M-8')
      await admit(phone, long)
      const paid = await phone.save({
        ...{ occurred_at: '2026-03-01T08:00:00.000Z', lawful_basis: 'special_data_consent' },
        ...{ type: 'payment', payer: office.coop.cooperative, payee: grace },
        ...{ amount: { amount_minor: 12_500_000, currency: 'UGX' }, method: 'mobile_money' },
        ...{ purpose: 'produce', reference: 'MM-77', note: 'The rest of the first harvest, as agreed.' },
      })
      await phone.go({ at: 'confirming', key: paid })
      await page.getByText('I confirm that I was paid this:').waitFor()
      expect(await page.getByText('Direction').count()).toBe(0)
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
      await phone.send()
      const { records } = await office.call('/v1/records?purpose=own_records&type=payment', undefined, graces)
      expect(records[0].derived.confirmation).toMatchObject(CONFIRMED)
      const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
      await phone.go({ at: 'people' })
      await page.getByRole('heading', { name: 'Namukasakyewalyangabogonzabulungi · M-8' }).waitFor()
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await isWide()).toBe(false)
      const boxes = await page.locator('button.danger').all()
      expect(boxes.length).toBeGreaterThan(0)
      for (const box of boxes)
        expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
      await phone.go({ at: 'confirming', key: await save(phone, 92, long) })
      await page.getByText('I confirm that I delivered this:').waitFor()
      expect(await isWide()).toBe(false)
      await phone.do('engine.confirmers.remove(given)', long)
    })

    test('a confirmation of a version that counts no more, or that the office refuses, does not look good', async () => {
      const by = phone.button('Grace Nakato · M-1 confirms')
      const good = page.locator('.box.good')
      const old = await saved(221)
      expect(await confirm(phone, grace, HERS, old.key)).toEqual({ is: 'done' })
      await phone.send()
      await phone.go({ at: 'one', key: old.key })
      await page.getByText('The office has the confirmation').waitFor()
      expect(await page.getByText('Corrected since').count()).toBe(0)
      const { type, ...others } = delivery(220, { supersedes: old.id })
      const { id: newer } = await office.append(type, others)
      await phone.send()
      const earlier = page.getByText(
        'confirmed an earlier version, 221 kg. What counts now is not confirmed.',
      )
      await earlier.waitFor()
      await page.getByText('Corrected since: this is not the newest version.').waitFor()
      expect([await by.count(), await good.count()]).toEqual([1, 0])
      await phone.go({ at: 'one', key: await confirmationOf(old.id) })
      await earlier.waitFor()
      expect(await good.count()).toBe(0)
      await retract(newer)
      await phone.send()
      await phone.go({ at: 'one', key: old.key })
      await page.getByText('confirmed an earlier version, 221 kg. It was taken back.').waitFor()
      expect(await by.count()).toBe(0)

      const { key, id } = await saved(231)
      await phone.context.setOffline(true)
      expect(await confirm(phone, grace, HERS, key)).toEqual({ is: 'done' })
      await retract(id)
      await phone.context.setOffline(false)
      await phone.do('engine.sendNow()')
      await phone.until('engine.status.rejected === 1 && !engine.status.isBusy')
      await phone.go({ at: 'one', key: await confirmationOf(id) })
      await page.getByText('The office refused the confirmation: it does not count.').waitFor()
      expect(await good.count()).toBe(0)
    })

    test('a page that locks while a PIN is tried keeps what was confirmed', async () => {
      const { key } = await saved(241)
      const done = await phone.do(
        `const { record } = engine.entryOf(given.key)
         const done = engine.confirmers.confirm(given.grace, given.pin, { key: given.key, record })
         engine.lock()
         return await done`,
        { key, grace, pin: HERS },
      )
      expect(done).toEqual({ is: 'done' })
      await phone.do('engine.unlock(given)', PIN)
      await phone.send()
      await expectConfirmed(241)
      expect(phone.faults).toEqual([])
    })

    test('ten wrong PINs erase the box of that person alone; a new code brings them back', async () => {
      await admit(phone, amina, AMINAS)
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
      expect(await confirm(phone, amina, AMINAS, await save(phone, 302, amina))).toEqual({ is: 'done' })
      await phone.context.setOffline(false)
      // A code of another person is no code for Grace.
      const wrong = { code: await newCode(amina), grace }
      expect(await phone.do('engine.confirmers.admit(given.code, given.grace)', wrong)).toEqual({
        is: 'other_person',
      })
      const before = (await devicesOf(grace)).length
      await comeBack(phone)
      expect((await devicesOf(grace)).length).toBe(before)
      expect(await confirm(phone, grace, NEW, key)).toEqual({ is: 'done' })
      await phone.send()
      await expectConfirmed(301)
    })

    test('an ended token stops that person alone; with a new code, what was confirmed is sent', async () => {
      await phone.context.setOffline(true)
      expect(await confirm(phone, grace, NEW, await save(phone, 401))).toEqual({ is: 'done' })
      expect(await confirm(phone, amina, AMINAS, await save(phone, 402, amina))).toEqual({ is: 'done' })
      const phoneId = await phone.do<string>('engine.status.device.id')
      const held = (await devicesOf(grace)).find(({ held_on }) => held_on === phoneId)
      await office.did('device revoke', String(held?.id))
      await phone.context.setOffline(false)
      await phone.do('engine.sendNow()')
      await phone.until(
        'engine.status.waiting === 0 && engine.status.withoutToken === 1 && !engine.status.isBusy',
      )
      expect(await phone.do('[engine.status.isEnded, engine.status.failure]')).toEqual([false, null])
      expect(await phone.do('engine.confirmers.of(given).state', grace)).toBe('ended')
      expect((await shownTo(office.coop.token, 402)).derived.confirmation.confirmed).toBe(true)
      expect((await shownTo(graces, 401)).derived.confirmation).toBeNull()
      await comeBack(phone)
      await phone.send()
      await expectConfirmed(401)
    })

    test('a phone that is full gives up photographs that were sent before it refuses a confirmation', async () => {
      const { key } = await phone.do<{ key: string }>(
        `const canvas = new OffscreenCanvas(64, 64)
         canvas.getContext('2d').fillRect(0, 0, 9, 9)
         const picture = await canvas.convertToBlob({ type: 'image/jpeg' })
         return engine.save(given, { photographs: [picture] })`,
        delivery(251),
      )
      await phone.settled()
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
      expect(await confirm(phone, grace, NEW, key)).toEqual({ is: 'done' })
    })
  })

  test('a code of the office, a spent one and a lost reply are met', async () => {
    const phone = await enrolled()
    const admitted = (code: string) => phone.do('engine.confirmers.admit(given)', code)
    const { cooperative } = office.coop
    const before = (await devicesOf(cooperative)).length
    const own = await newCode()
    // The code is not spent, and no device of the cooperative is held here.
    for (let times = 0; times < 2; times++) expect(await admitted(own)).toEqual({ is: 'own_party' })
    expect((await devicesOf(cooperative)).length).toBe(before)
    expect(await admitted('gryenr_00000000000000000000')).toEqual({ is: 'refused' })
    expect(await admitted('hello')).toEqual({ is: 'no_code' })
    const code = await newCode(grace)
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
    expect(await phone.do("engine.confirmers.choosePin(given, 'en')", NEW)).toBeNull()
    await phone.do('engine.confirmers.remove(given)', grace)
    expect(await phone.do('engine.confirmers.all')).toEqual([])
    expect(await confirm(phone, grace, NEW, await save(phone, 501))).toEqual({ is: 'shut' })
  })

  test('a thief finds neither name, figure nor token; ten wrong PINs erase the people; what they confirmed is still sent', async () => {
    const pin = '382915604817'
    const phone = await enrolledPhone(office, pin)
    await admit(phone, grace)
    await phone.context.setOffline(true)
    const key = await phone.save(delivery(601, { note: 'a word that is nowhere else: zanzibarine' }))
    expect(await confirm(phone, grace, HERS, key)).toEqual({ is: 'done' })
    await phone.kill()
    const files = phone.filesLeft()
    const holding = (word: string) =>
      [...files].flatMap(([path, bytes]) =>
        bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')) ? [path] : [],
      )
    expect([...files.keys()].some((path) => path.includes('IndexedDB'))).toBe(true)
    for (const word of ['Nakato', 'zanzibarine', 'gry_', grace, pin, HERS])
      expect([word, holding(word)]).toEqual([word, []])
    // What can be found is found.
    expect(holding('byService').length).toBeGreaterThan(0)

    await phone.start()
    await phone.context.setOffline(true)
    await phone.open()
    await phone.tenWrongPins()
    expect(await phone.do('engine.status.stage.is')).toBe('shut')
    await phone.context.setOffline(false)
    await phone.enrol(await newCode(), '482916')
    expect(await phone.do('engine.confirmers.all')).toEqual([])
    await phone.settled()
    await expectConfirmed(601)
  })
})
