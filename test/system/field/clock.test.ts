import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { enrolledPhone, fieldOffice, type Phone } from '../../support/field/phone.ts'

/** A phone whose clock falls back in the field, where no service shows it the time. */

const PIN = '382915604817'
const DAYS = 637
const DAY_MS = 86_400_000

const { office, stored } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`the clock of the field page${NO_BROWSER}`, () => {
  let phone: Phone
  beforeAll(async () => {
    phone = await enrolledPhone(office, PIN)
  })

  const setBack = () => phone.page.clock.setFixedTime(Date.now() - DAYS * DAY_MS)
  const setRight = () => phone.page.clock.setFixedTime(Date.now())
  const typeDelivery = async (weight: string) => {
    const { page } = phone
    await page.getByRole('button', { name: 'Delivery' }).click()
    await page.getByLabel('Member: number or name').fill('nakato')
    await page.getByRole('button', { name: /Grace Nakato/ }).click()
    await page.getByLabel('Weight or count').fill(weight)
    await page.getByLabel('Crop').selectOption('coffee_fresh_cherry')
    await page.getByRole('button', { name: /Place, grade/ }).click()
    await page.getByLabel('Place').waitFor()
  }
  const today = () => phone.do<string>('new Date(engine.nowMs).toLocaleDateString("en-CA")')
  const storedOf = async (value: number) => (await stored()).find(({ quantity }) => quantity.value === value)

  test('set back: nothing is recorded until a person states the day, which records then carry', async () => {
    const { page } = phone
    const right = await today()
    await phone.context.setOffline(true)
    await setBack()
    const plain = { type: 'harvest', occurred_at: new Date().toISOString() }
    expect(await phone.do('engine.save(given)', plain)).toEqual({ notSaved: 'clock' })
    await page.getByText('The clock of this phone was changed').waitFor()
    await page.getByRole('button', { name: 'Delivery' }).click()
    await page.getByText(`${DAYS} days later`).waitFor()
    expect(await phone.do('engine.entries().length')).toBe(0)
    await page.getByRole('button', { name: 'Go on with this day' }).click()
    await page.getByText('Choose today or an earlier day.').waitFor()
    await page.getByLabel('Today is').fill(right)
    await page.getByRole('button', { name: 'Go on with this day' }).click()
    await page.getByText('Records carry the day that you chose').waitFor()
    await page.goBack()
    await typeDelivery('61')
    expect(await page.getByLabel('Day').inputValue()).toBe(right)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await phone.until("engine.entries()[0]?.state === 'waiting'")
    await phone.context.setOffline(false)
    await phone.do('engine.sendNow()')
    await phone.until("engine.entries()[0]?.state === 'accepted'")
    const { occurred_at, occurred_at_precision, recorded_at } = await storedOf(61)
    expect([occurred_at.slice(0, 10), occurred_at_precision]).toEqual([right, 'day'])
    expect(Date.parse(recorded_at)).toBeLessThan(Date.now() - (DAYS - 1) * DAY_MS)
    await page.getByText(`is ${DAYS} days behind`).waitFor()
  })

  test('set right in the field: the page asks again, and the clock is relied on', async () => {
    const { page } = phone
    await phone.context.setOffline(true)
    // A reply on its way would confirm the clock.
    await phone.until('!engine.status.isBusy')
    await setRight()
    expect(await phone.do('engine.save(given)', { type: 'harvest' })).toEqual({ notSaved: 'clock' })
    const goHome = "dispatchEvent(new PopStateEvent('popstate', { state: { at: 'home' } }))"
    await phone.do(goHome)
    await page.getByRole('button', { name: 'Delivery' }).click()
    await page.getByText('The clock of this phone was wrong').waitFor()
    await page.getByLabel('Today is').fill(await phone.do('new Date().toLocaleDateString("en-CA")'))
    await page.getByRole('button', { name: 'Go on with this day' }).click()
    await phone.until('engine.status.clock?.statedMs === null && !engine.status.clock.isInDoubt')
    await phone.do(goHome)
    await phone.context.setOffline(false)
  })

  test('set back and right again: the service confirms it, and the page asks no more', async () => {
    await setBack()
    expect(await phone.do('engine.save(given)', { type: 'harvest' })).toEqual({ notSaved: 'clock' })
    await setRight()
    await phone.do('engine.sendNow(true)')
    await phone.until('engine.status.clock?.statedMs === null && !engine.status.clock.isInDoubt')
    await phone.open()
    expect(await phone.do('engine.unlock(given)', PIN)).toBeNull()
    await phone.until('engine.status.clock?.statedMs === null && !engine.status.isBusy')
    await typeDelivery('62')
    await phone.page.getByRole('button', { name: 'Next' }).click()
    await phone.page.getByRole('button', { name: 'Save' }).click()
    // `Save` returns before the record is on the disk, and an earlier one is accepted already.
    await phone.until(
      "engine.entries().some(({ record, state }) => record.quantity?.value === 62 && state === 'accepted')",
    )
    expect((await storedOf(62)).occurred_at_precision).toBeUndefined()
    expect(phone.faults).toEqual([])
  })
})
