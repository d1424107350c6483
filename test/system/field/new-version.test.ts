import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { Link } from '../../support/field/link.ts'
import { fieldOffice, Phone } from '../../support/field/phone.ts'
import { soon } from '../../support/soon.ts'

/** A new version of the page: it is looked for when somebody looks at the page, and costs nobody what they typed. */

const PIN = '382915'

const { office } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`a new version of the field page${NO_BROWSER}`, () => {
  let phone: Phone
  const link = Link.open()
  const button = (name: string) => phone.button(name)
  /** The page goes out of sight, and comes back after a time. */
  const lookAgain = (minutes: number) =>
    phone.page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      globalThis.realNow ??= Date.now
      Date.now = () => globalThis.realNow() + ${minutes} * 60_000
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    `)

  beforeAll(async () => {
    const through = await link
    through.target = office.url
    phone = await Phone.at(through.url)
    await phone.open()
    const { enrolment_code: code } = await office.did('device', 'enrol', '--used-by', 'Okello James')
    await phone.enrol(code, PIN)
    await phone.until(
      "engine.status.members > 1 && engine.status.worker.state === 'ready' && !engine.status.isBusy",
    )
  })

  test('is found when the page comes to the foreground, and not offered while a form is open', async () => {
    const asked: string[] = []
    const through = await link
    through.onRequest = (what) => {
      if (what.endsWith('/field/sw.js')) asked.push(what)
    }
    await lookAgain(0)
    expect(asked).toEqual([])
    await button('Delivery').click()
    await phone.page.getByLabel(/number or name/).fill('1')
    await phone.page.getByRole('button', { name: /Grace Nakato/ }).click()
    await phone.page.getByLabel('Weight or count').fill('85.5')
    through.hasNewVersion = true
    await lookAgain(2)
    await phone.until("engine.status.worker.state === 'new'")
    expect(asked).toHaveLength(1)
    expect(await phone.page.getByText('A new version of this page is ready.').count()).toBe(0)
    expect(await phone.page.getByLabel('Weight or count').inputValue()).toBe('85.5')
  })

  test('is offered when the form was left, and used without losing it', async () => {
    await soon(async () => expect(await phone.do("(await engine.kept('form'))?.typed.weight")).toBe('85.5'))
    await phone.page.goBack()
    await phone.page.getByText('A new version of this page is ready.').waitFor()
    const loaded = phone.page.waitForEvent('load')
    await button('Use it now').click()
    await loaded
    await phone.page.getByLabel('PIN').fill(PIN)
    await button('Open').click()
    await button('Go on with it').click()
    await phone.page.getByLabel('Weight or count').waitFor()
    expect(await phone.page.getByLabel('Weight or count').inputValue()).toBe('85.5')
    expect(await phone.page.locator('.whose').textContent()).toBe('Grace Nakato · M-1')
    expect(await phone.do('engine.status.worker.state')).toBe('ready')
  })
})
