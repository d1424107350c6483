import { createHash } from 'node:crypto'
import encodeQR from 'qr'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardOf } from '../../../src/clients/field/rules/code.ts'
import { canonicalJson, type Json } from '../../../src/domain/canonical.ts'
import { keepPicture, NO_BROWSER } from '../../support/browser.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { enrolledPhone, fieldOffice, type Phone } from '../../support/field/phone.ts'

/** Each kind of record, made on the screens of a phone without a network, and sent when there is one. */

const PIN = '382915'
const HERE = { latitude: 0.3476123, longitude: 32.5825456, accuracy: 4 }

const { office, grace, newCode, delivery, stored } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`recording on the field page${NO_BROWSER}`, () => {
  let phone: Phone
  let other: string
  let lot: string
  const button = (name: string | RegExp) => phone.button(name)
  const next = () => button('Next').click()
  /** To what people may pass by. */
  const more = () => button(/day, note, photograph/i).click()
  const record = async (name: string) => {
    await phone.home()
    await phone.page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
  }
  const member = async (search: string, name: RegExp) => {
    await phone.page.getByLabel(/number or name/).fill(search)
    await phone.page.getByRole('button', { name }).click()
  }
  const save = async (picture: string) => {
    await phone.page.getByText('Show this to the person').waitFor()
    await keepPicture(phone.page, `field-shown-${picture}`, true)
    await button('Save').click()
    await phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await phone.page.locator('.qr').waitFor()
    await keepPicture(phone.page, `field-saved-${picture}`, true)
  }
  /** Sends what was recorded, and returns the newest stored record of a type. */
  const sent = async (type: string): Promise<Record<string, unknown>> => {
    await phone.context.setOffline(false)
    await phone.send()
    const all = await stored(type)
    await phone.context.setOffline(true)
    const [last] = all.toSorted((a, b) => String(b.received_at).localeCompare(String(a.received_at)))
    if (last === undefined) throw new Error(`no ${type} is stored`)
    return last
  }
  const at = (metresEast: number, metresNorth: number, accuracy = 4) =>
    phone.context.setGeolocation({
      latitude: HERE.latitude + metresNorth / 110_574,
      longitude: HERE.longitude + metresEast / 111_318,
      accuracy,
    })

  beforeAll(async () => {
    other = await office.party('business', 'Mill of Mbale', 'B-1')
    const { id } = await office.append('lot', {
      holder: office.coop.cooperative,
      crop: 'coffee_parchment',
      quantity: { value: 600, unit: 'kg' },
      inputs: [],
    })
    lot = id
    phone = await enrolledPhone(office, PIN)
    await phone.context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write'], {
      origin: office.url,
    })
    await phone.context.setGeolocation(HERE)
    await phone.context.setOffline(true)
  })

  test('a delivery, with its photograph, is seen large, saved, and sent with a digest that the office has too', async () => {
    await record('Delivery')
    await button('Next').click()
    await phone.page.getByText('Choose the member.').waitFor()
    await member('m1', /Grace Nakato/)
    await phone.page.getByLabel('Weight or count').fill('85,5')
    await next()
    await phone.page.getByText('Choose the crop.').waitFor()
    await phone.page.getByLabel('Crop').selectOption('coffee_fresh_cherry')
    await more()
    await phone.page.getByLabel('Place').fill('Bulambuli store')
    await phone.page.getByLabel('Grade').fill('A')
    await phone.page
      .locator('#photograph')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await aPicture(3_000, 2_000, 90) })
    await phone.page.getByAltText('Photograph 1').waitFor()
    await next()
    expect(await phone.page.locator('.huge').textContent()).toBe('85.5 kg')
    await save('delivery')
    expect(await phone.page.locator('.badge').first().textContent()).toBe('waiting')
    const saved = await sent('delivery')
    expect(saved).toMatchObject({
      from_party: grace,
      to_party: office.coop.cooperative,
      quantity: { value: 85.5, unit: 'kg' },
      crop: 'coffee_fresh_cherry',
      location: 'Bulambuli store',
      grade: 'A',
      measurement_method: 'coop_weighed',
      evidence: [{ media_type: 'image/jpeg' }],
    })
    const [{ sha256 }] = saved.evidence as [{ sha256: string }]
    const answer = await fetch(`${office.url}/v1/evidence/${sha256}?purpose=operations`, {
      headers: { authorization: `Bearer ${office.coop.token}` },
    })
    expect(answer.status).toBe(200)
    const photograph = Buffer.from(await answer.arrayBuffer())
    expect(photograph.length).toBeLessThanOrEqual(400_000)
    const { width, height } = await sharp(photograph).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_600)
    await phone.page.getByText('Digest of the record as the office stored it').waitFor()
    const shown = (await phone.page.locator('#digest').textContent()) ?? ''
    const { derived: _, ...own } = saved
    const digest = createHash('sha256')
      .update(canonicalJson(own as Json))
      .digest('hex')
    expect(shown).toContain(digest)
    await phone.page.evaluate('void (navigator.share = undefined)')
    await button('Share the receipt').click()
    await phone.page.getByText('The receipt is copied').waitFor()
    const copied = await phone.page.evaluate<string>('navigator.clipboard.readText()')
    for (const part of ['Delivery 85.5 kg', 'Grace Nakato', String(saved.id), digest])
      expect(copied).toContain(part)
  })

  test('what was used last is there for the next', async () => {
    await record('Delivery')
    await member('nakato', /Grace Nakato/)
    expect(await phone.page.getByLabel('Crop').inputValue()).toBe('coffee_fresh_cherry')
    await phone.page.getByLabel('Weight or count').fill('12')
    await more()
    expect(await phone.page.getByLabel('Place').inputValue()).toBe('Bulambuli store')
    expect(await phone.page.getByLabel('Grade').inputValue()).toBe('')
  })

  test('a delivery takes four taps besides its figures', async () => {
    await button('Back').last().click()
    await button('Back').last().click()
    await button('Cancel').click()
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
    expect(await button('Go on with it').count()).toBe(0)
    await phone.page.evaluate("globalThis.taps = 0; addEventListener('click', () => globalThis.taps++, true)")
    await phone.page.getByRole('navigation').getByRole('button', { name: 'Delivery', exact: true }).click()
    await phone.page.getByLabel(/number or name/).fill('1')
    await phone.page.locator('.found button').first().click()
    await phone.page.getByLabel('Weight or count').fill('83')
    await next()
    await phone.page.getByText('Show this to the person').waitFor()
    expect(await phone.page.locator('.shown').innerText()).toContain('Bulambuli store')
    await button('Save').click()
    await phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    expect(await phone.page.evaluate('globalThis.taps')).toBe(4)
    // Not sent, it goes without a trace.
    const key = await phone.do('engine.entries()[0].key')
    expect(await phone.do('engine.takeBack(given)', key)).toBe('done')
  })

  test('a scanned card finds its member; any other code is told', async () => {
    const codeOf = async (text: string) => ({
      name: 'code.png',
      mimeType: 'image/png',
      buffer: await sharp(Buffer.from(encodeQR(text, 'svg', { scale: 8, border: 4 })))
        .flatten({ background: 'white' })
        .png()
        .toBuffer(),
    })
    await record('Delivery')
    await button('Scan the member’s card').click()
    await phone.page.locator('#scan-file').setInputFiles(await codeOf('https://example.org'))
    await phone.page.getByText('This is not a member’s card.').waitFor()
    await button('Scan the member’s card').click()
    await phone.page.locator('#scan-file').setInputFiles(await codeOf(cardOf(grace)))
    await phone.page.getByLabel('Weight or count').waitFor()
    expect(await phone.page.locator('.whose').textContent()).toBe('Grace Nakato · M-1')
    await button('Back').last().click()
    await button('Cancel').click()
  })

  test('a harvest of an earlier day', async () => {
    await record('Harvest')
    await member('nakato', /Grace Nakato/)
    await phone.page.getByLabel('Weight or count').fill('40')
    await more()
    await phone.page.getByLabel('Day').fill('2026-03-02')
    await phone.page.getByLabel('Season').fill('Main 2026')
    await next()
    await save('harvest')
    expect(await sent('harvest')).toMatchObject({
      producer: grace,
      quantity: { value: 40, unit: 'kg' },
      occurred_at_precision: 'day',
      season: 'Main 2026',
    })
  })

  test('a new member, who is found before they were sent', async () => {
    await record('New member')
    await phone.page.getByLabel('Name').fill('Okello John')
    await phone.page.getByLabel('Member number').fill('M-77')
    await next()
    await phone.page.getByLabel(/Phone/).fill('0700 123456')
    await next()
    await phone.page.getByText('Begin with +').waitFor()
    await phone.page.getByLabel(/Phone/).fill('+256 700 123456')
    await next()
    await save('member')
    await record('Harvest')
    await member('77', /Okello John/)
    expect(await sent('party')).toMatchObject({
      display_name: 'Okello John',
      member_no: 'M-77',
      phone: '+256700123456',
      kind: 'person',
    })
  })

  test('a plot by its corners; a bad fix is not used; one that crosses itself is told', async () => {
    await record('Plot')
    await member('nakato', /Grace Nakato/)
    await at(0, 0, 60)
    await phone.page.getByText('Not accurate enough: 60 m').waitFor()
    expect(await button('Take this corner').isDisabled()).toBe(true)
    for (const [i, [x, y]] of [
      [0, 0],
      [100, 100],
      [100, 0],
      [0, 100],
    ].entries()) {
      await at(x ?? 0, y ?? 0, 4 + i)
      await phone.page.getByText(`Accuracy: ${4 + i} m`).waitFor()
      await button('Take this corner').click()
    }
    await phone.page.getByText('The outline crosses itself').waitFor()
    for (let i = 0; i < 3; i++) await button('Remove the last').click()
    for (const [i, [x, y]] of [
      [100, 0],
      [100, 100],
      [0, 100],
    ].entries()) {
      await at(x ?? 0, y ?? 0, 8 + i)
      await phone.page.getByText(`Accuracy: ${8 + i} m`).waitFor()
      await button('Take this corner').click()
    }
    await phone.page.getByText('1 ha', { exact: true }).waitFor()
    await keepPicture(phone.page, 'field-plot', true)
    await next()
    await phone.page.getByLabel('Country').selectOption('UG')
    await phone.page.getByLabel('Name').fill('Lower field')
    await next()
    await save('plot')
    const plot = await sent('plot')
    expect(plot).toMatchObject({
      holder: grace,
      country: 'UG',
      name: 'Lower field',
      geometry: { type: 'Polygon' },
    })
    expect(JSON.stringify(plot.derived)).not.toMatch(/geometry_invalid|geometry_too_coarse/)
  })

  test('a plot by a walk with a pause; what was not accurate is left out and counted', async () => {
    await record('Plot')
    await member('nakato', /Grace Nakato/)
    await phone.page.getByLabel('Walk along its edge').check()
    const corners = () => phone.page.locator('.figures dd').first()
    const walkTo = async (x: number, y: number, count: number) => {
      await at(x, y)
      await phone.page
        .locator('.figures dd')
        .first()
        .filter({ hasText: new RegExp(`^${count}$`) })
        .waitFor()
    }
    await at(500, 500)
    await phone.page.getByText('Accuracy: 4 m').waitFor()
    await button('Start walking').click()
    await walkTo(501, 560, 1)
    await walkTo(560, 560, 2)
    await at(700, 700, 50)
    await phone.page.locator('.figures dd').nth(2).filter({ hasText: /^1$/ }).waitFor()
    await button('Pause').click()
    await at(900, 900, 5)
    await phone.page.getByText('Accuracy: 5 m').waitFor()
    expect(await corners().textContent()).toBe('2')
    await button('Go on walking').click()
    await walkTo(560, 500, 3)
    await walkTo(505, 500, 4)
    await button('Pause').click()
    await keepPicture(phone.page, 'field-walk', true)
    await next()
    await next()
    await save('walk')
    const { geometry } = (await sent('plot')) as { geometry: { coordinates: number[][][] } }
    expect(geometry.coordinates[0]).toHaveLength(5)
  })

  test('a hand-over of a lot, a payment', async () => {
    await record('Hand-over of a lot')
    await phone.page.getByRole('button', { name: /600 kg/ }).click()
    await member('mill', /Mill of Mbale/)
    await phone.page.getByLabel('Weight or count, if weighed again').fill('598')
    await next()
    await save('custody')
    expect(await sent('custody_transfer')).toMatchObject({
      lot_id: lot,
      from_party: office.coop.cooperative,
      to_party: other,
      quantity: { value: 598, unit: 'kg' },
    })
    await record('Payment')
    await member('nakato', /Grace Nakato/)
    await phone.page.getByLabel('Amount').fill('125 000')
    await phone.page.getByLabel('Currency').selectOption('UGX')
    await next()
    await phone.page.getByText('Ask them, then tick this.').waitFor()
    await keepPicture(phone.page, 'field-payment', true)
    await phone.page.getByLabel('The person agreed').check()
    await next()
    await next()
    await save('payment')
    expect(await sent('payment')).toMatchObject({
      payer: office.coop.cooperative,
      payee: grace,
      amount: { amount_minor: 125000, currency: 'UGX' },
      lawful_basis: 'special_data_consent',
      method: 'cash',
    })
  })

  test('a delivery of the cooperative that the buyer recorded is confirmed', async () => {
    const { token } = await office.did('credential', 'issue', '--party', other, '--kind', 'party')
    await phone.context.setOffline(false)
    const { id } = await office.append(
      'delivery',
      {
        from_party: office.coop.cooperative,
        to_party: other,
        crop: 'coffee_parchment',
        quantity: { value: 77, unit: 'kg' },
      },
      token,
    )
    await phone.do('engine.sendNow()')
    await phone.until('engine.toConfirm().length === 1 && !engine.status.isBusy')
    await phone.context.setOffline(true)
    await phone.home()
    await button('1 record to confirm').click()
    await keepPicture(phone.page, 'field-confirm', true)
    await button('Confirm that this is right').click()
    await phone.page.getByRole('heading', { name: 'Confirmation of a delivery' }).waitFor()
    expect(await sent('delivery_confirmation')).toMatchObject({ delivery_id: id, channel: 'app' })
    const delivered = (await stored('delivery')).find((one) => one.id === id)
    expect(delivered?.derived).toMatchObject({ confirmation: { confirmed: true, independent: true } })
  })

  test('a record is corrected, and taken back, from the list', async () => {
    await phone.home()
    await phone.page.getByRole('button', { name: 'Records', exact: true }).click()
    await phone.page.getByLabel(/^Search/).fill('grace fresh 85')
    await phone.page.locator('.entry').first().click()
    await button('Correct').click()
    await phone.page.waitForFunction("document.activeElement?.id === 'weight'")
    expect(await phone.page.getByLabel('Place').isVisible()).toBe(false)
    await keepPicture(phone.page, 'field-correct', true)
    await phone.page.getByLabel('Weight or count').fill('86')
    await phone.page.getByText('The other fields').click()
    await phone.page.getByText('The record has 1 photograph already.').waitFor()
    await keepPicture(phone.page, 'field-correct-others', true)
    await next()
    await save('correction')
    expect(await sent('delivery')).toMatchObject({
      quantity: { value: 86, unit: 'kg' },
      location: 'Bulambuli store',
      evidence: [{ media_type: 'image/jpeg' }],
    })
    await phone.home()
    await phone.page.getByRole('button', { name: 'Records', exact: true }).click()
    await phone.page.getByLabel(/^Search/).fill('86 kg')
    await phone.page.locator('.entry').first().click()
    await phone.page.getByRole('heading', { name: 'Versions' }).waitFor()
    await keepPicture(phone.page, 'field-one', true)
    await button('Take back').click()
    await phone.page.getByLabel('Why').selectOption('duplicate')
    await button('Take it back').click()
    expect(await sent('retraction')).toMatchObject({ reason: 'duplicate' })
  })

  test('a rejected record says in words at its field what is wrong, and is mended', async () => {
    await phone.context.setOffline(false)
    await phone.save(delivery(-3))
    await phone.until("engine.entries()[0]?.state === 'rejected' && !engine.status.isBusy")
    await phone.context.setOffline(true)
    await phone.home()
    await phone.page.locator('#standing').click()
    await phone.page.locator('.entry').first().click()
    const why = (await phone.page.locator('.box.bad').textContent()) ?? ''
    expect(why).toContain('Weight or count: Type a figure above zero')
    expect(why).not.toContain('/quantity')
    await keepPicture(phone.page, 'field-rejected', true)
    await button('Mend').click()
    await phone.page.getByText('Type a figure above zero').waitFor()
    await phone.page.getByLabel('Weight or count').fill('3')
    await next()
    await save('mended')
    expect(await sent('delivery')).toMatchObject({ quantity: { value: 3, unit: 'kg' } })
    expect(await phone.do("engine.entries().filter(({ state }) => state === 'rejected').length")).toBe(0)
  })

  test('records that the phone knows from the feed alone are corrected too', async () => {
    await phone.do('engine.lock()')
    await phone.tenWrongPins()
    await phone.context.setOffline(false)
    await phone.enrol(await newCode(), PIN)
    await phone.until('engine.fromFeed().length > 3 && !engine.status.isBusy')
    await phone.context.setOffline(true)
    expect(await phone.do('engine.entries().length')).toBe(0)
    await phone.page.getByRole('button', { name: 'Records', exact: true }).click()
    await phone.page.getByLabel(/^Search/).fill('main 2026')
    await phone.page.locator('.entry').first().click()
    await button('Correct').click()
    await phone.page.getByLabel('Weight or count').fill('41')
    await next()
    await save('fed')
    expect(await sent('harvest')).toMatchObject({
      quantity: { value: 41, unit: 'kg' },
      season: 'Main 2026',
      occurred_at_precision: 'day',
    })
    expect(phone.faults).toEqual([])
  })
})
