import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, NO_BROWSER, violations, Windows } from '../../support/browser.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** What the scripts of the office page do in a real browser. */

describe.skipIf(NO_BROWSER !== '')(`the office page in a browser${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let cookie: string
  let mary: string
  const at = async (path: string): Promise<Page> => {
    const page = await windows.open(undefined, {}, cookie)
    await page.goto(`${office.url}${path}`)
    return page
  }

  beforeAll(async () => {
    office = await openOffice()
    windows = await Windows.at(office.url)
    cookie = (await office.account('Grace', 'manager')).cookie
    await office.party('person', 'Okello James', '71', '--phone', '+256772000111')
    mary = await office.party('person', 'Mary Aber', '72', '--phone', '+256772000222')
    for (const number of ['12', '13']) await office.party('person', 'Grace Nakato', number)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  test('members are found while somebody types, where scripts run', async () => {
    const page = await at('/members')
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
    const page = await at(`/members/${mary}/new-plot`)
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
    const page = await at('/today')
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
    const page = await at('/weigh-in?crop=coffee_fresh_cherry')
    const save = page.getByRole('button', { name: 'Save' })
    const before = await save.boundingBox()
    await page.getByLabel(/^Member/).fill('71')
    await page.keyboard.press('Tab')
    await page.getByText('Okello James (71): no Coffee, fresh cherry').waitFor()
    expect(await save.boundingBox()).toEqual(before)
    await page.getByLabel(/^Member/).fill('nobody here')
    await page.keyboard.press('Tab')
    await page.locator('#usual:empty').waitFor({ state: 'attached' })
  })

  test('where a name fits several, Enter alone takes nobody; an arrow and Enter save', async () => {
    const page = await at('/weigh-in')
    await page.keyboard.type('grace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('85')
    await page.getByLabel('Crop').fill('Maize, grain')
    await page.keyboard.press('Enter')
    await page.getByText('Several fit. Choose one').waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.name')
    expect(await focused()).toBe('who_is')
    expect(await violations(page)).toEqual([])
    await keepPicture(page, 'choosing', true)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await page.getByText('Several fit. Choose one').waitFor()
    expect(await focused()).toBe('who_is')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: 85 kg of Maize, grain from Grace Nakato (13).').waitFor()
  })

  test('no page asked for anything elsewhere, or broke its own rules', () => {
    // A search that more typing made needless is given up.
    expect(
      windows.faults(/status of 422|did not get .*\/(members\?search|search\?q|weigh-in\?who)=/),
    ).toEqual([])
  })
})
