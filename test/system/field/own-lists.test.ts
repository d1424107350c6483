import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { enrolledPhone, fieldOffice, type Phone } from '../../support/field/phone.ts'

/** Crops, units and places at a phone are those that the office ticked, the rest behind one tap (contract §24). */

const PIN = '382915604817'

const { office } = await fieldOffice()
const manager = await office.account('The manager', 'manager')

describe.skipIf(NO_BROWSER !== '')(`what the office ticked${NO_BROWSER}`, () => {
  let phone: Phone
  const tick = async (fields: Record<string, string>) => {
    const sent = await manager.post('/cooperative/lists', {
      form_token: await manager.formToken(),
      ...fields,
    })
    expect(sent.status).toBe(303)
  }
  const button = (name: string | RegExp) => phone.button(name)
  const offered = (label: string) =>
    phone.page.getByLabel(label, { exact: true }).locator('option').allTextContents()
  const weighing = async () => {
    await phone.page.getByRole('navigation').getByRole('button', { name: 'Delivery', exact: true }).click()
    await phone.page.getByLabel(/number or name/).fill('1')
    await phone.page.locator('.found button').first().click()
    await phone.page.getByLabel('Weight or count').fill('83')
  }
  beforeAll(async () => {
    phone = await enrolledPhone(office, PIN)
  })

  test('with nothing ticked, lists show all', async () => {
    await weighing()
    expect((await offered('Crop')).length).toBeGreaterThan(100)
    expect(await button(/^Other/).count()).toBe(0)
    await phone.home()
  })

  test('one that is ticked is filled in; the rest is behind one tap', async () => {
    await tick({
      crops_coffee_parchment: '1',
      units_kg: '1',
      units_debe: '1',
      places: 'Bulambuli store; Mbale',
    })
    await phone.do('engine.sendNow()')
    await phone.until('engine.ticked.crops.length === 1')
    await weighing()
    expect(await phone.page.getByLabel('Crop').inputValue()).toBe('coffee_parchment')
    expect(await offered('Crop')).toEqual(['Choose', 'Coffee, parchment'])
    expect(await offered('Unit')).toEqual(['Choose', 'Debe (20-litre tin)', 'Kilogram'])
    expect(await phone.page.getByLabel('Unit').inputValue()).toBe('kg')
    await button('Other crops').click()
    expect((await offered('Crop')).length).toBeGreaterThan(100)
    await phone.page.waitForFunction("document.activeElement?.id === 'crop'")
    await phone.page.getByLabel('Crop').selectOption('sesame_seed')
    await button(/day, note, photograph/i).click()
    expect(await offered('Place')).toEqual(['', 'Bulambuli store', 'Mbale'])
    await phone.page.getByLabel('Place').selectOption('Mbale')
    await button('Another place').click()
    await phone.page.getByLabel('Place').fill('Kapchorwa')
    await button('Next').click()
    await phone.page.getByText('Show this to the person').waitFor()
    expect(await phone.page.locator('.shown').innerText()).toMatch(/Sesame[\s\S]*Kapchorwa/)
    await button('Save').click()
    await phone.page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await phone.home()
  })

  test('what was used last stays to be seen, though it is not ticked; a page that loads again knows what is ticked', async () => {
    await phone.open()
    expect(await phone.do('engine.unlock(given)', PIN)).toBeNull()
    await weighing()
    expect(await phone.page.getByLabel('Crop').inputValue()).toBe('sesame_seed')
    expect(await offered('Crop')).toEqual(['Choose', 'Coffee, parchment', 'Sesame (simsim), seed'])
    await phone.home()
  })

  test('a phone forgets what is ticked no longer', async () => {
    await tick({})
    await phone.do('engine.sendNow()')
    await phone.until('engine.ticked.crops.length === 0')
    await weighing()
    expect((await offered('Crop')).length).toBeGreaterThan(100)
    expect(phone.faults).toEqual([])
    await phone.kill()
  })
})
