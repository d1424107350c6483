import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, expectUsable, lowTargets, NO_BROWSER, PHONE, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { moving, ScalePort, stable } from '../../support/scale-port.ts'

/** The scale at Weigh in, in a browser whose serial port is a stand-in. */

describe.skipIf(NO_BROWSER !== '')(`a scale at the counter${NO_BROWSER}`, () => {
  let office: Office
  let clerk: Visitor
  let windows: Windows

  beforeAll(async () => {
    office = await openOffice()
    clerk = (await staffOf(office)).clerk
    for (let i = 1; i <= 9; i++)
      await office.party('person', `Nakato Grace ${'ABCDEFGHI'[i - 1]}`, String(100 + i))
    windows = await Windows.at(office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const opened = async (viewport = DESKTOP, options = {}) => {
    const page = await windows.open(viewport, options, clerk.cookie)
    const scale = await ScalePort.at(page)
    await page.goto(`${office.url}/weigh-in`)
    return { page, scale }
  }
  /** With a scale that was chosen, and is empty. */
  const atScale = async () => {
    const { page, scale } = await opened()
    await scale.shows(stable(0))
    await choose(page)
    await said(page, 'Scale: empty')
    await page.locator('#who').focus()
    return { page, scale }
  }
  const choose = async (page: Page) => {
    await page.locator('#scale-settings summary').click()
    await page.getByRole('button', { name: 'Choose the scale' }).click()
  }
  const said = (page: Page, text: string) => page.locator('#scale [role=status]').getByText(text).waitFor()
  const weightOf = (page: Page) => page.locator('#quantity').inputValue()
  const saved = (page: Page, text: string) => page.getByText(`Saved: ${text}`).waitFor()
  const recordIn = async (page: Page) => {
    const id = await page.locator('form[action^="/receipt/"]').getAttribute('action')
    return office.call(`/v1/records/${id?.slice('/receipt/'.length)}?purpose=cooperative_management`)
  }

  test('a scale is chosen once; then a number and Enter are all that a delivery takes', async () => {
    const { page, scale } = await atScale()
    await page.locator('#crop').fill('maize_grain')
    await page.locator('#who').focus()
    await scale.shows(moving(84.2))
    await said(page, 'Scale: settling')
    expect(await weightOf(page)).toBe('')
    await page.keyboard.type('101')
    await scale.shows(stable(85.5))
    await said(page, 'From the scale: 85.50 kg')
    expect(await page.locator('#who:focus').inputValue()).toBe('101')
    expect(await weightOf(page)).toBe('85.50 kg')
    await page.keyboard.press('Enter')
    await saved(page, '85.5 kg')
    expect(await recordIn(page)).toMatchObject({
      quantity: { value: 85.5, unit: 'kg' },
      measurement_method: 'coop_weighed',
      note: 'Weight from the scale, as it sent it: [ST,GS,+0085.50kg]',
    })
    // Nothing was chosen again. The load that was saved is no second delivery.
    await said(page, 'Take the last load off first. If this is another one: 85.50 kg')
    expect(await weightOf(page)).toBe('')
    await scale.shows(moving(1))
    await said(page, 'Scale: settling')
    await scale.shows(stable(90.25))
    await said(page, 'From the scale: 90.25 kg')
    // The receipt is offered; whoever types goes on with the next member.
    await page.locator('button[data-print]:focus').waitFor()
    await page.keyboard.type('102')
    await page.keyboard.press('Enter')
    await saved(page, '90.25 kg')
    expect((await recordIn(page)).note).toContain('90.25kg')
    expect(windows.faults(/^$/)).toEqual([])
  })

  test('the total beside a price is that of the weight from the scale, not of the one before', async () => {
    const { page, scale } = await atScale()
    await page.locator('#per_kg').fill('1000 UGX')
    await page.locator('#quantity').fill('50')
    await page.locator('#total').getByText('50,000').waitFor()
    await page.locator('#quantity').fill('')
    expect(await page.locator('#total').textContent()).toBe('')
    await scale.shows(stable(0))
    await scale.shows(stable(80))
    await page.getByRole('button', { name: 'Use this weight' }).click()
    await page.locator('#total').getByText('80,000').waitFor()
    expect(await page.locator('#scale-line').inputValue()).not.toBe('')
    expect(windows.faults(/^$/)).toEqual([])
  })

  test('what the scale says never changes what a person types, and takes no focus', async () => {
    const { page, scale } = await atScale()
    await scale.shows(stable(70))
    await said(page, 'From the scale: 70.00 kg')
    await page.keyboard.type('103')
    await page.keyboard.press('Tab')
    // The weight is selected: what is typed replaces it, while the scale goes on.
    await page.keyboard.type('7')
    await scale.shows(stable(75))
    await page.keyboard.type('1.5')
    await said(page, 'The scale showed: 75.00 kg')
    expect(await weightOf(page)).toBe('71.5')
    expect(await page.locator('#scale-line').inputValue()).toBe('')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await scale.shows(stable(76))
    await said(page, 'The scale showed: 76.00 kg')
    expect(await weightOf(page)).toBe('')
    await page.locator('#quantity:focus').waitFor()
    await page.getByRole('button', { name: 'Use this weight' }).click()
    expect(await weightOf(page)).toBe('76.00 kg')
    await said(page, 'From the scale: 76.00 kg')
    await page.keyboard.type('74')
    await page.locator('#crop').fill('maize_grain')
    await page.keyboard.press('Enter')
    await saved(page, '74 kg')
    expect(await recordIn(page)).not.toHaveProperty('note')
  })

  test('gross and tare take the place of the weight of the scale', async () => {
    const { page, scale } = await atScale()
    await scale.shows(stable(64))
    await said(page, 'From the scale: 64.00 kg')
    await page.getByText('More: gross and tare').click()
    await page.locator('#gross').fill('64')
    expect(await weightOf(page)).toBe('')
    await said(page, 'The scale showed: 64.00 kg')
  })

  test('unplugged in the middle, it says so, the weight is typed as before, and it goes on when it is plugged in', async () => {
    const { page, scale } = await atScale()
    await scale.send('ST,GS,+00')
    await scale.unplug()
    await said(page, 'Scale: unplugged')
    await page.keyboard.type('104')
    await page.locator('#quantity').fill('66')
    await page.locator('#crop').fill('maize_grain')
    await page.keyboard.press('Enter')
    await saved(page, '66 kg')
    // Without a port there is nothing to say.
    expect(await page.locator('#scale').isVisible()).toBe(false)
    await scale.shows(stable(0))
    await scale.plug()
    await said(page, 'Scale: empty')
    await scale.shows(stable(67))
    await said(page, 'From the scale: 67.00 kg')
  })

  test('speed, format and name stay in this browser, and the port is opened by them', async () => {
    const { page, scale } = await atScale()
    await page.getByLabel('Speed (baud)').selectOption('2400')
    await page.getByLabel('Data bits, parity, stop bits').selectOption('7E1')
    await page.getByLabel('Name of the scale').fill('Counter 2')
    await page.getByLabel('Name of the scale').blur()
    await page.reload()
    await said(page, 'Scale: empty')
    expect(await page.locator('#scale-name').inputValue()).toBe('Counter 2')
    const all = (await scale.opened()) as unknown[]
    expect(all[0]).toEqual({ baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 })
    expect(all.at(-1)).toEqual({ baudRate: 2400, dataBits: 7, parity: 'even', stopBits: 1 })
    await scale.shows(stable(51))
    await said(page, 'From the scale: 51.00 kg')
    await page.locator('#who').fill('105')
    await page.locator('#crop').fill('maize_grain')
    await page.keyboard.press('Enter')
    await saved(page, '51 kg')
    expect((await recordIn(page)).note).toBe(
      'Weight from the scale “Counter 2”, as it sent it: [ST,GS,+0051.00kg]',
    )
    await page.locator('#scale-settings summary').click()
    await page.getByRole('button', { name: 'Forget the scale' }).click()
    await page.locator('#scale').waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator('#scale-settings').waitFor()
    expect(await page.locator('#scale').isVisible()).toBe(false)
  })

  test('a port that another window holds is told, and used once it is free', async () => {
    const { page, scale } = await opened()
    await scale.isBusy(true)
    await choose(page)
    await said(page, 'Another window or program uses the scale')
    await scale.shows(stable(0))
    await scale.isBusy(false)
    await said(page, 'Scale: empty')
  })

  test('another port is chosen: it alone is heard from then on, and after a restart', async () => {
    const { page, scale } = await atScale()
    await page.evaluate(`{
      window.heard = []
      new MutationObserver(() => {
        for (const each of document.querySelectorAll('#scale [data-says]')) if (!each.hidden) heard.push(each.dataset.says)
      }).observe(document.querySelector('#scale'), { subtree: true, attributes: true })
    }`)
    // Nothing is picked: the first goes on.
    await scale.isRefused(true)
    await page.locator('#scale-choose').click()
    await scale.shows(moving(3))
    await said(page, 'Scale: settling')
    await scale.isRefused(false)
    await scale.picks('second')
    await scale.secondShows(stable(0))
    await page.locator('#scale-choose').click()
    await said(page, 'Scale: empty')
    expect(await scale.at()).toBe('second')
    expect(await page.evaluate('heard')).not.toContain('gone')
    await scale.shows(stable(60))
    await scale.secondShows(stable(61))
    await said(page, 'From the scale: 61.00 kg')
    // The same one again.
    await page.locator('#quantity').fill('')
    await scale.secondShows(stable(0))
    await said(page, 'Scale: empty')
    await page.locator('#scale-choose').click()
    await scale.secondShows(stable(62))
    await said(page, 'The scale showed: 62.00 kg')
    await page.reload()
    await said(page, 'From the scale: 62.00 kg')
    expect(await scale.at()).toBe('second')
    // And back: the second is known no more.
    await scale.shows(stable(0))
    await scale.picks('first')
    await page.locator('#scale-settings summary').click()
    await page.locator('#scale-choose').click()
    await said(page, 'Scale: empty')
    expect(await scale.at()).toBe('first')
    expect(windows.faults(/^$/)).toEqual([])
  })

  test('nothing moves when a port opens, is lost, or says something else', async () => {
    const { page, scale } = await opened()
    const place = () => page.evaluate("document.querySelector('#crop').getBoundingClientRect().top + scrollY")
    await page.locator('#scale-settings summary').click()
    await page.locator('#scale:not([hidden])').waitFor({ state: 'attached' })
    const before = await place()
    await scale.shows(stable(0))
    await page.locator('#scale-choose').click()
    await said(page, 'Scale: empty')
    expect(await place()).toBe(before)
    for (const [line, text] of [
      [stable(70), 'From the scale: 70.00 kg'],
      ['what?\r\n', 'What the scale sends cannot be read'],
    ] as const) {
      await scale.shows(line)
      await said(page, text)
      expect(await place()).toBe(before)
    }
    // The next page has the place before it has found the port.
    await scale.isBusy(true)
    await page.reload()
    await page.locator('#scale:not([hidden])').waitFor({ state: 'attached' })
    expect(await place()).toBe(before)
    await said(page, 'Another window or program uses the scale')
    expect(await place()).toBe(before)
  })

  test('a form with a fault keeps the weight and its line; another load does not change it', async () => {
    const { page, scale } = await atScale()
    await scale.shows(stable(52))
    await said(page, 'From the scale: 52.00 kg')
    await page.locator('#who').fill('nobody at all')
    await page.locator('#crop').fill('maize_grain')
    await page.keyboard.press('Enter')
    await page.locator('#who-fault').waitFor()
    await said(page, 'From the scale: 52.00 kg')
    await scale.shows(stable(60))
    await said(page, 'The scale showed: 60.00 kg')
    expect(await weightOf(page)).toBe('52.00 kg')
    await scale.shows(stable(0))
    await said(page, 'Scale: empty')
    await scale.shows(stable(99))
    await said(page, 'The scale showed: 99.00 kg')
    expect(await weightOf(page)).toBe('52.00 kg')
    await page.locator('#who').fill('106')
    await page.keyboard.press('Enter')
    await saved(page, '52 kg')
    expect((await recordIn(page)).note).toContain('[ST,GS,+0052.00kg]')
    // The load that is on the scale by now is the next one.
    await said(page, 'From the scale: 99.00 kg')
  })

  test('without permission, or Web Serial, or when nothing is chosen, the page is as before', async () => {
    const real = await windows.open(DESKTOP, {}, clerk.cookie)
    await real.goto(`${office.url}/weigh-in`)
    await real.locator('#scale-settings summary').waitFor()
    expect(await real.locator('#scale').isVisible()).toBe(false)
    expect(await real.evaluate("document.featurePolicy.allowsFeature('serial')")).toBe(true)
    const without = await windows.open(DESKTOP, {}, clerk.cookie)
    await without.addInitScript('delete Navigator.prototype.serial')
    await without.goto(`${office.url}/weigh-in`)
    await without.locator('#who:focus').waitFor()
    for (const id of ['#scale', '#scale-settings']) expect(await without.locator(id).isVisible()).toBe(false)
    const { page, scale } = await opened()
    await scale.isRefused(true)
    await choose(page)
    expect(await page.locator('#scale').isVisible()).toBe(false)
    expect(windows.faults(/status of 422/)).toEqual([])
  })

  test.each([
    ['en', DESKTOP],
    ['sw', PHONE],
    ['fr', PHONE],
  ] as const)('in %s it can be read and pressed', async (locale, viewport) => {
    const { page, scale } = await opened(viewport, { locale })
    const isUsable = async (picture: string) => {
      await expectUsable(page, `scale-${picture}-${locale}`)
      if (viewport === PHONE) expect(await lowTargets(page)).toEqual([])
    }
    await scale.shows(stable(85.5))
    await page.locator('#scale-settings summary').click()
    await page.locator('#scale-choose').click()
    await page.locator('[data-says=filled]').waitFor()
    await isUsable('filled')
    await page.locator('#quantity').fill('80')
    await page.locator('#scale-use').waitFor()
    await isUsable('offer')
    await scale.shows('what is this?\r\n')
    await page.locator('[data-says=unreadable]').waitFor()
    await isUsable('unreadable')
  })
})
