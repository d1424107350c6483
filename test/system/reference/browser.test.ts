import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import {
  DESKTOP,
  keepPicture,
  launchBrowser,
  NO_BROWSER,
  overflow,
  PHONE,
  type Visit,
  visit,
} from '../../support/browser.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'
import { type Contract, type Described, operationsOf } from './contract.ts'

/** The reference in a real browser, served by a real appliance. */

const MAY_BE_WIDE = 'pre, textarea, table.headers, table.model'
/** Those with the longest addresses, names, texts and tables. */
const WIDEST = ['appendRecord', 'beginUpload', 'readLenderView']

describe.skipIf(NO_BROWSER !== '')(`the reference in a browser${NO_BROWSER}`, () => {
  let a: Appliance
  let farmer: Actor
  let origin: string
  let browser: Browser
  let operations: Described[]
  let desktop: Visit
  let phone: Visit
  beforeAll(async () => {
    a = await makeAppliance()
    farmer = await a.party('person', 'Grace')
    origin = await a.app.listen({ host: '127.0.0.1', port: 0 })
    operations = operationsOf(a.app.swagger() as unknown as Contract)
    browser = await launchBrowser()
    desktop = await opened(DESKTOP)
    phone = await opened(PHONE)
  })
  afterAll(async () => {
    await browser?.close()
    await a.close()
  })

  async function opened(viewport: { width: number; height: number }): Promise<Visit> {
    const visited = await visit(browser, origin, viewport)
    await visited.page.goto(`${origin}/docs`)
    await visited.page.locator('.opblock').first().waitFor()
    return visited
  }

  const blockOf = ({ operationId }: Described) => `[id$="-${operationId}"].opblock`
  const named = (operationId: string) =>
    operations.find((one) => one.operationId === operationId) as Described

  async function open(page: Page, operation: Described) {
    const block = page.locator(blockOf(operation))
    await block.locator('.opblock-summary-control').click()
    await block.locator('.responses-wrapper').waitFor()
    return block
  }

  test('loads from this appliance alone, without a complaint', async () => {
    const { page, faults } = desktop
    await keepPicture(page, 'desktop')
    const introduction = await page.locator('.info').innerText()
    for (const words of ['Credentials.', 'Purpose.', 'A 404 reveals nothing.', 'UUIDs of version 7'])
      expect(introduction).toContain(words)
    expect(faults).toEqual([])
  })

  test('has every operation of the contract, with its examples', async () => {
    const { page, faults } = desktop
    const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id))
    const expected = operations.map(({ operationId, tags }) => `operations-${tags?.[0]}-${operationId}`)
    expect(shown.sort()).toEqual(expected.sort())
    const block = await open(page, named('confirmDelivery'))
    const text = await block.innerText()
    expect(text).toContain('"ussd_pin"')
    expect(text).toContain('not_the_counterparty: The cooperative confirms what it wrote itself.')
    expect(faults).toEqual([])
  })

  test('follows the light of the machine', async () => {
    const colour = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const { page } = desktop
    const byDay = await colour(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await soon(async () => expect(await colour(page)).not.toBe(byDay))
    await keepPicture(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await soon(async () => expect(await colour(page)).toBe(byDay))
  })

  test('is read on a telephone without scrolling sideways, with the widest operations open too', async () => {
    const { page, faults } = phone
    await keepPicture(page, 'phone')
    expect(await overflow(page, MAY_BE_WIDE)).toEqual({ sideways: 0, out: [] })
    for (const operation of WIDEST.map(named)) {
      const block = await open(page, operation)
      expect([operation.name, await overflow(page, MAY_BE_WIDE)]).toEqual([
        operation.name,
        { sideways: 0, out: [] },
      ])
      await block.scrollIntoViewIfNeeded()
      await keepPicture(page, `phone-${operation.operationId}`)
      await block.locator('.opblock-summary-control').click()
    }
    expect(faults).toEqual([])
  })

  test('lets anybody try what needs no credential', async () => {
    const { page, faults } = phone
    const block = await open(page, named('listRegistryRows'))
    await block.getByRole('button', { name: 'Try it out' }).click()
    await block.locator('[data-param-name="kind"] select').selectOption('purposes')
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table')
    await expect(answer.innerText()).resolves.toContain('credit_assessment')
    expect(await overflow(page, MAY_BE_WIDE)).toEqual({ sideways: 0, out: [] })
    await answer.scrollIntoViewIfNeeded()
    await keepPicture(page, 'phone-tried')
    expect(faults).toEqual([])
  })

  test('and with a credential what is for its party; nothing keeps the credential', async () => {
    const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
    const { page, faults } = desktop
    const unlocked = () => page.locator('.authorization__btn .unlocked').count()
    const before = await unlocked()
    await page.getByRole('button', { name: 'Authorize' }).click()
    const form = page.locator('.dialog-ux .auth-container', { hasText: 'gry_' })
    await keepPicture(page, 'authorize')
    await form.locator('input').fill(farmer.token)
    // Neither shown nor kept for the next who sits there.
    const [type, autocomplete] = ['type', 'autocomplete'].map((name) =>
      form.locator('input').getAttribute(name),
    )
    expect([await type, await autocomplete]).toEqual(['password', 'off'])
    await form.getByRole('button', { name: 'Apply credentials' }).click()
    await form.getByRole('button', { name: 'Close' }).click()
    const block = await open(page, named('getRecord'))
    await block.getByRole('button', { name: 'Try it out' }).click()
    await block.locator('[data-param-name="id"] input').fill(id)
    await block.locator('[data-param-name="purpose"] input').fill(PURPOSE)
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table')
    await expect(answer.innerText()).resolves.toContain(`"id": "${id}"`)
    await answer.scrollIntoViewIfNeeded()
    await keepPicture(page, 'tried')
    expect(await unlocked()).toBeLessThan(before)
    expect(faults).toEqual([])
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
    expect(await page.evaluate(kept)).not.toContain(farmer.token.slice(4))
    await page.reload()
    await page.locator('.opblock').first().waitFor()
    expect(await unlocked()).toBe(before)
  })
})
