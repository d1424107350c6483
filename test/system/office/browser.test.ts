import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESKTOP,
  expectUsable,
  keepPicture,
  NO_BROWSER,
  PHONE,
  violations,
  Windows,
} from '../../support/browser.ts'
import type { Document } from '../../support/command.ts'
import { type Office, openOffice, PASSWORD } from '../../support/office.ts'

/** The office page in a real browser, as the people in the office use it. */

describe.skipIf(NO_BROWSER !== '')(`the office page in a browser${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let mary: string
  const signedIn = async (viewport = DESKTOP, options = {}): Promise<Page> => {
    const page = await windows.open(viewport, options)
    await page.goto(`${office.url}/sign-in`)
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    return page
  }
  const deliveries = async (): Promise<Document[]> => (await office.did('record', 'list', 'delivery')).records

  beforeAll(async () => {
    office = await openOffice()
    windows = await Windows.at(office.url)
    await office.party('person', 'Okello James', '71', '--phone', '+256772000111')
    mary = await office.party('person', 'Mary Aber', '72', '--phone', '+256772000222')
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  test('a person sets a password by their code, and signs in', async () => {
    const { one_time_code: code } = await office.did('staff', 'add', 'Grace', '--role', 'manager')
    const page = await windows.open()
    await page.goto(`${office.url}/sign-in`)
    await page.getByRole('link', { name: /one-time code/ }).click()
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('One-time code').fill(code)
    await page.getByLabel('New password').fill('too short')
    await page.getByLabel('Repeat the password').fill('too short')
    await page.getByRole('button').click()
    expect(await page.getByText('Use at least 10 characters.').isVisible()).toBe(true)
    // What was typed stays, but for the passwords.
    expect(await page.getByLabel('One-time code').inputValue()).toBe(code)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByLabel('Repeat the password').fill(PASSWORD)
    await page.getByRole('button').click()
    await page.getByText('The password is set.').waitFor()
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('No deliveries yet.').waitFor()
  })

  test('weighs in by keyboard alone: who, how much, Enter; the rest is kept', async () => {
    const page = await signedIn()
    await page.getByRole('link', { name: 'Weigh in', exact: true }).first().click()
    const keys = async (...typed: string[]) => {
      for (const text of typed) {
        if (text === 'Tab' || text === 'Enter') await page.keyboard.press(text)
        else await page.keyboard.type(text)
      }
    }
    await page.locator('#who:focus').waitFor()
    // The receipt is offered; whoever types goes on with the next member.
    const ready = () => page.locator('button[data-print]:focus').waitFor()
    await keys('71', 'Tab', '85', 'Tab', 'Coffee, fresh cherry', 'Tab', 'Tab', 'Tab', 'Kasese store', 'Enter')
    await page.getByText('Saved: 85 kg of Coffee, fresh cherry from Okello James (71).').waitFor()
    await ready()
    await keys('mary aber', 'Tab', '40', 'Enter')
    await page.getByText('Saved: 40 kg of Coffee, fresh cherry from Mary Aber (72).').waitFor()
    await ready()
    await keys('0772000111', 'Tab', '41,5', 'Enter')
    await page.getByText('Saved: 41.5 kg of Coffee, fresh cherry from Okello James (71).').waitFor()
    await keepPicture(page, 'office-weigh-in')
    const found = await deliveries()
    expect(found.map(({ quantity, location }) => `${quantity.value} ${location}`).sort()).toEqual([
      '40 Kasese store',
      '41.5 Kasese store',
      '85 Kasese store',
    ])
    expect(found[0]).toMatchObject({
      lawful_basis: 'contract_performance',
      measurement_method: 'coop_weighed',
    })
    // Who did it is in the audit log.
    expect((await office.said('audit', '--limit', '30')).out).toMatch(/staff Grace +recorded/)
  })

  test('warns before it saves, and writes when the person is sure', async () => {
    const before = (await deliveries()).length
    const page = await signedIn()
    await page.goto(`${office.url}/weigh-in?crop=coffee_fresh_cherry`)
    await page.getByLabel(/Member/).fill('72')
    await page.getByLabel(/Weight/).fill('40')
    await page.getByLabel('Place').fill('Kasese store')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Check again').waitFor()
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'office-warning')
    // The form stays in hand: the weight can be typed again. Other values are looked at anew.
    await page.locator('#quantity:focus').waitFor()
    await page.getByLabel(/Weight/).fill('200000')
    await page.keyboard.press('Enter')
    await page.getByText('more than anyone brings at once').first().waitFor()
    expect((await deliveries()).length).toBe(before)
    await page.locator('#quantity:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/Saved: 200,?000 kg/).waitFor()
    expect((await deliveries()).length).toBe(before + 1)
  })

  test('pages for strangers: no violation of WCAG 2.2 AA, nothing sticks out of a phone', async () => {
    const page = await windows.open(PHONE)
    for (const path of ['/sign-in', '/password', '/sign-in?ended']) {
      await page.goto(office.url + path)
      await expectUsable(page, `office-stranger${path.replaceAll(/\W/g, '-')}`)
    }
  })

  test('members are found while somebody types, where scripts run', async () => {
    const page = await signedIn()
    await page.goto(`${office.url}/members`)
    await page.getByLabel(/Name, number/).pressSequentially('mary')
    await page.getByRole('link', { name: 'Okello James' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Mary Aber' }).waitFor()
    expect(page.url()).toBe(`${office.url}/members`)
    await page.getByLabel(/Name, number/).fill('nobody at all')
    await page.getByText('No one found.').waitFor()
    await page.goto(`${office.url}/weigh-in`)
    await page.getByLabel(/Member/).pressSequentially('okel')
    await page.locator('#who-list option[value="71"]').waitFor({ state: 'attached' })
  })

  test('a field for several crops offers the next one behind those that stand there, and takes them', async () => {
    const page = await signedIn()
    await page.goto(`${office.url}/members/${mary}/new-plot`)
    const field = page.locator('input[data-several]')
    const offered = page.locator('#crops-list option')
    expect(await offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toContain(
      'Coffee, fresh cherry',
    )
    await field.fill('Coffee, fresh cherry; ma')
    expect(await offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toContain(
      'Coffee, fresh cherry; Maize, grain',
    )
    await field.fill('')
    expect(await offered.first().getAttribute('value')).not.toContain(';')
    await keepPicture(page, 'office-several')
  })

  test('the box of the menu finds a member by keys alone', async () => {
    const page = await signedIn()
    await page.keyboard.press('/')
    await page.locator('#q:focus').waitFor()
    await page.keyboard.type('mary')
    const hits = page.locator('#hits')
    await hits.getByRole('link', { name: 'Mary Aber' }).waitFor()
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'office-search')
    await page.keyboard.press('Escape')
    expect([await hits.isVisible(), await page.locator('#q:focus').count()]).toEqual([false, 1])
    await page.keyboard.type(' ab')
    await hits.getByRole('link').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Mary Aber/ }).waitFor()
    // In a field a stroke is a stroke.
    await page.goto(`${office.url}/members`)
    await page.locator('#search:focus').waitFor()
    await page.keyboard.type('a/b')
    expect(await page.locator('#search').inputValue()).toBe('a/b')
  })

  test('what the member usually brings appears once the form says who it is, and moves nothing', async () => {
    const page = await signedIn()
    await page.goto(`${office.url}/weigh-in?crop=coffee_fresh_cherry`)
    const save = page.getByRole('button', { name: 'Save' })
    const before = await save.boundingBox()
    await page.getByLabel(/^Member/).fill('71')
    await page.keyboard.press('Tab')
    await page.getByText(/^Okello James \(71\) (usually brings about|brought)/).waitFor()
    expect(await save.boundingBox()).toEqual(before)
    await page.getByLabel(/^Member/).fill('nobody here')
    await page.keyboard.press('Tab')
    await page.locator('#usual:empty').waitFor({ state: 'attached' })
  })

  test('works with scripts turned off', async () => {
    const page = await signedIn(PHONE, { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel(/Name, number/).fill('okello')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('1 person or organisation').waitFor()
    await page
      .getByRole('row', { name: /Okello/ })
      .getByRole('link', { name: 'Weigh in' })
      .click()
    expect(await page.getByLabel(/Member/).inputValue()).toBe('71')
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${office.url}/today`)
    await page.getByText('You have been signed out.').waitFor()
  })

  test('no page asked for anything elsewhere, or broke its own rules', () => {
    // A search that more typing made needless is given up.
    expect(
      windows.faults(
        /status of (401|403|404|422|429)|did not get .*\/(members\?search|search\?q|weigh-in\?who)=/,
      ),
    ).toEqual([])
  })
})
