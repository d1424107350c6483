import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, NO_BROWSER, Windows } from '../../support/browser.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** What a person agrees to stands beside its form, as the form is. */

describe.skipIf(NO_BROWSER !== '')(`the sentences beside a form${NO_BROWSER}`, () => {
  let office: Office
  let clerk: Visitor
  let windows: Windows
  let member: string

  beforeAll(async () => {
    office = await openOffice()
    clerk = (await staffOf(office)).clerk
    member = await office.party('person', 'Nakato Grace', '71')
    await office.party('institution', 'Hills Sacco', 'S1')
    windows = await Windows.at(office.url)
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  const filled = async (options = {}) => {
    const page = await windows.open(DESKTOP, options, clerk.cookie)
    await page.goto(`${office.url}/consent/${member}/grant`)
    await page.getByLabel(/Who may read/).fill('S1')
    await page.getByText('All purposes and records').click()
    await page.getByLabel('Purpose').selectOption({ label: 'Credit assessment' })
    await page.getByLabel('deliveries with their prices').check()
    await page.getByLabel('Until day').fill('30/6/2099')
    return page
  }

  test('they follow the form, are gone while it has a fault, and are those of the next page', async () => {
    const page = await filled()
    const said = page.locator('#said')
    await page.getByLabel('Until day').blur()
    await said.getByText('until 30 June 2099').waitFor()
    await page.getByLabel('harvests').check()
    await said.getByText('harvests').waitFor()
    await page.getByLabel('Until day').fill('31/2/2099')
    await page.getByLabel('Until day').blur()
    await said.getByText('once the form is filled in').waitFor()
    expect(await said.locator('blockquote').count()).toBe(0)
    await page.getByLabel('Until day').fill('1/7/2099')
    await page.getByLabel('Until day').blur()
    await said.getByText('until 1 July 2099').waitFor()
    const beside = await said.locator('blockquote').innerText()
    await page.getByRole('button', { name: 'What to read out' }).click()
    await page.locator('.sheet').waitFor()
    expect(await page.locator('.sheet blockquote').innerText()).toBe(beside)
    // Nothing was written by looking.
    expect((await office.did('grant', 'list', '--subject', '71')).grants).toEqual([])
    expect(windows.faults(/status of 422/)).toEqual([])
  })

  test('a picture of the signed paper gives its digest, and is not sent', async () => {
    const page = await filled()
    const bytes = Buffer.from('a picture')
    await page.getByLabel('Picture of the signed paper').setInputFiles({
      ...{ name: 'paper.jpg', mimeType: 'image/jpeg', buffer: bytes },
    })
    const field = page.getByLabel('SHA-256 of the scanned paper')
    await field.waitFor()
    expect(await field.inputValue()).toBe(createHash('sha256').update(bytes).digest('hex'))
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.isNavigationRequest(),
    )
    await page.getByRole('button', { name: 'What to read out' }).click()
    expect((await sent).postData()).not.toContain('a picture')
    await page.locator('.sheet').waitFor()
  })

  test('the digest is never that of another picture', async () => {
    const page = await filled()
    const picture = page.getByLabel('Picture of the signed paper')
    const choose = (name: string) =>
      picture.setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(name) })
    const field = page.locator('[name=evidence]')
    const digestOf = (name: string) => createHash('sha256').update(name).digest('hex')
    await page.evaluate(`{
      const read = File.prototype.arrayBuffer
      window.late = []
      File.prototype.arrayBuffer = function () {
        if (this.name === 'broken') return Promise.reject(new Error('broken'))
        const made = read.call(this)
        return this.name === 'slow' ? new Promise((done) => late.push(() => done(made))) : made
      }
    }`)
    await choose('slow')
    await choose('second')
    await soon(async () => expect(await field.inputValue()).toBe(digestOf('second')))
    await page.evaluate('late.forEach((go) => go())')
    await page.evaluate('crypto.subtle.digest("SHA-256", new Uint8Array())')
    expect(await field.inputValue()).toBe(digestOf('second'))
    await choose('broken')
    await soon(async () => expect(await picture.inputValue()).toBe(''))
    expect(await field.inputValue()).toBe('')
  })

  test('without scripts the next page has them', async () => {
    const page = await filled({ javaScriptEnabled: false })
    expect(await page.locator('#said').innerText()).toContain('on the next page')
    await page.getByRole('button', { name: 'What to read out' }).click()
    await page.locator('.sheet').getByText('until 30 June 2099').waitFor()
  })
})
