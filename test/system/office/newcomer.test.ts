import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, NO_BROWSER } from '../../support/browser.ts'
import { cli, json, served, temporaryFolder } from '../../support/command.ts'
import { Hands, WAYS } from '../../support/hands.ts'
import { PASSWORD } from '../../support/office.ts'

/** Somebody with no one to ask, from a new folder to the printed receipt of a first delivery: each page leads to the next. */

/** Keystroke-level model (Card, Moran and Newell 1980), of somebody who types now and then and reads each page first. */
const KEY_S = 0.5
const STEP_S = 1.1 + 1.35
const PAGE_S = 8
const FIVE_MINUTES_S = 300

describe.skipIf(NO_BROWSER !== '')(`the first day${NO_BROWSER}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  test.each(WAYS)('%s: from a new folder to a receipt, by what the pages say', async (way) => {
    const data = join(temporaryFolder(), 'data')
    const service = await served(data)
    try {
      // The start itself says how to begin.
      expect(service.invitation).toContain(`${service.url.replace(/:\d+$/, '')}`)
      expect(service.invitation).toContain(`--data ${data} staff add NAME --role manager`)
      const { one_time_code: code } = await json('staff', 'add', 'Grace', '--role', 'manager', '--data', data)
      const hands = await Hands.at(browser, service.url, way)
      let [keys, steps, pages] = [code.length + 'bin/granary staff add Grace --role manager'.length, 1, 1]
      const type = async (label: string | RegExp, text: string) => {
        keys += text.length
        steps++
        await hands.type(label, text)
      }
      const press = async (role: 'link' | 'button', name: string | RegExp) => {
        steps++
        pages++
        await hands.press(role, name)
      }
      await hands.page.goto(service.url)
      await press('link', /Sign in/)
      await press('link', 'I have a one-time code, or forgot my password')
      await type('Name', 'Grace')
      await type('One-time code', code)
      await type(/^New password/, PASSWORD)
      await type('The same again', PASSWORD)
      await press('button', 'Set the password')
      await hands.sees('The password is set.')
      await type('Name', 'Grace')
      await type('Password', PASSWORD)
      await press('button', 'Sign in')
      await hands.sees('The first day')
      await press('link', 'Give the cooperative its name')
      await type('Name', 'Kahawa Cooperative')
      await press('button', 'Look at it once more')
      await press('button', 'Write the correction')
      await hands.sees('It was written.')
      await press('link', 'Enter the first member')
      await type('Name', 'Okello James')
      await type('Member number', '1')
      await press('button', 'Add')
      await hands.sees('The member was added.')
      await press('link', 'Weigh in the first delivery, and print its receipt')
      await type(/Member/, '1')
      await type(/Weight/, '85')
      await type('Crop', 'coffee')
      await press('button', 'Save')
      // More than one crop is called so: they are named as they are to be typed.
      await hands.sees(/Which one: .*"Coffee, fresh cherry"/)
      await type('Crop', 'Coffee, fresh cherry')
      await press('button', 'Save')
      await hands.sees('Saved: 85 kg of Coffee, fresh cherry from Okello James (1).')
      await press('button', 'Receipt')
      await hands.sees('RECEIPT')
      await hands.page.emulateMedia({ media: 'print' })
      expect(await hands.page.getByText('Next on the first day').isVisible()).toBe(false)
      await hands.page.emulateMedia({ media: 'screen' })
      await hands.sees('Make the first backup')
      const seconds = keys * KEY_S + steps * STEP_S + pages * PAGE_S
      expect(Math.round(seconds)).toBeLessThan(FIVE_MINUTES_S)
      if (way === 'mouse')
        console.log(`a newcomer: ${keys} keys, ${steps} steps, ${pages} pages, ${Math.round(seconds)} s`)
      const listed = await cli('record', 'list', 'delivery', '--data', data)
      expect(listed.out).toContain('Okello James')
      await hands.close()
    } finally {
      await service.stop()
    }
  })
})
