import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { backHome, cherries, fieldOffice, Phone } from '../../support/field/phone.ts'

/**
 * The limits of contract §24: ready in 3 s on a 3G link and in 1 s without a network; 5,000 members and 2,000 records that
 * wait stay fluent on a phone four times slower than this machine. Time is processor time of the page's main thread,
 * in yards of the same moment, so a slow or busy machine changes no verdict; time of the link is counted, not waited for.
 */

const PIN = '382915'
const MEMBERS = 5_000
const WAITING = 2_000
/** 1.6 Mbit/s and 300 ms (contract §24). */
const LINK_BYTES_PER_MS = 200
const ROUND_TRIP_MS = 300
/** Of TCP and of TLS 1.3, before the first request. */
const ROUND_TRIPS_OF_A_CONNECTION = 2
const SLOWER = 4
/** What this piece of work takes on a quiet server of 2025; so the figures read as milliseconds. */
const YARD_MS = 5
const YARD = `(() => {
  let length = 0
  for (let k = 0; k < 30; k++) {
    const found = new Map()
    for (let n = 0; n < 1_000; n++) {
      const key = String((n * 7_919) % 1_009)
      found.set(key, (found.get(key) ?? 0) + Math.sqrt(n))
    }
    length += JSON.stringify([...found]).length
  }
  return length
})()`
/** A page answers at once if it is drawn again within this time (Interaction to Next Paint, "good"). */
const AT_ONCE_MS = 200
const ATTEMPTS = 3

const FIRST = 'Grace Amina Joseph Wanjiru Moses Ruth Peter Esther Okello Akinyi'.split(' ')
const LAST = 'Nakato Okoth Mugisha Njeri Achieng Wambui Kiprono Auma Byaruhanga Otieno'.split(' ')
const nameOf = (n: number) => `${FIRST[n % 10]} ${LAST[Math.floor(n / 10) % 10]} ${n}`

const { office, newCode } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`limits of the field page${NO_BROWSER}`, () => {
  const DELIVERY = cherries('', office.coop.cooperative, 85.5)
  let phone: Phone
  let threadMs: () => Promise<number>
  beforeAll(async () => {
    for (let from = 0; from < MEMBERS; from += 500)
      await office.call('/v1/sync/outbox', {
        records: Array.from({ length: 500 }, (_, i) => ({
          ...{ id: uuidv7(), type: 'party', occurred_at: '2026-03-01T08:00:00.000Z' },
          ...{ lawful_basis: 'contract_performance', party: uuidv7(), kind: 'person' },
          ...{ display_name: nameOf(from + i), member_no: `M-${from + i}` },
        })),
      })
    phone = await Phone.at(office.url)
  })

  test('it is ready in 3 s on a 3G link: so many round trips, and so many bytes', async () => {
    const cdp = await phone.context.newCDPSession(phone.page)
    await cdp.send('Network.enable')
    const roundOf = new Map<string, number>()
    let bytes = 0
    cdp.on('Network.requestWillBeSent', ({ request, initiator }) => {
      const by = initiator.url ?? initiator.stack?.callFrames.at(-1)?.url ?? ''
      roundOf.set(request.url, (roundOf.get(by) ?? 0) + 1)
    })
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await phone.page.goto(`${office.url}/field`)
    await phone.page.locator('h1').waitFor()
    await cdp.detach()
    const page = [...roundOf].filter(([url]) => /\.(js|css)$|\/field$/.test(url))
    expect(page.length).toBeGreaterThan(3)
    const rounds = Math.max(...page.map(([, round]) => round))
    expect(bytes).toBeGreaterThan(40_000)
    const ms = (ROUND_TRIPS_OF_A_CONNECTION + rounds) * ROUND_TRIP_MS + bytes / LINK_BYTES_PER_MS
    expect(ms).toBeLessThan(2_500)
  })

  /** Processor time for work in the page and the frame that shows it, on the slower phone: the least of some attempts. */
  async function slowMs(work: (attempt: number) => Promise<unknown>, attempts = ATTEMPTS): Promise<number> {
    let [leastMs, leastYardMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let attempt = 0; attempt < attempts; attempt++) {
      leastYardMs = Math.min(leastYardMs, await spent(() => phone.page.evaluate(YARD)))
      leastMs = Math.min(leastMs, await spent(() => work(attempt)))
    }
    return (leastMs / leastYardMs) * YARD_MS * SLOWER
  }
  async function spent(work: () => Promise<unknown>): Promise<number> {
    const begun = await threadMs()
    await work()
    await phone.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    const after = await threadMs()
    // A page that was opened anew may have another thread, which begins at nothing.
    return after < begun ? after : after - begun
  }

  test('it opens in 1 s without a network', async () => {
    await phone.open()
    await phone.enrol(await newCode(), PIN)
    await phone.until(`engine.status.members >= ${MEMBERS} && !engine.status.isBusy`)
    await phone.until("engine.status.worker.state === 'ready'")
    await phone.context.setOffline(true)
    const cdp = await phone.context.newCDPSession(phone.page)
    await cdp.send('Performance.enable')
    threadMs = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN)
    }
    expect(await slowMs(() => phone.open())).toBeLessThan(1_000)
    await phone.do('engine.unlock(given)', PIN)
    await phone.do(
      `return (async () => {
        const { all } = engine.members
        for (let n = 0; n < ${WAITING}; n++)
          await engine.save({ ...given, from_party: all[n * 2].party, quantity: { value: 50 + n / 10, unit: 'kg' } })
      })()`,
      DELIVERY,
    )
    expect(await phone.do('engine.status.waiting')).toBe(WAITING)
    await phone.do('engine.lock()')
    const unlocked = async () => {
      await phone.do('engine.lock()')
      await phone.page.locator('#pin').waitFor()
      await phone.do('engine.unlock(given)', PIN)
      await phone.page.locator('.tile').first().waitFor()
    }
    expect(await slowMs(unlocked)).toBeLessThan(1_000)
  })

  test('a member is found with each letter that is typed', async () => {
    await phone.page.locator('.tile.delivery').click()
    const member = phone.page.locator('#member')
    const typed = ['g', 'grace n', '4321', 'nobody']
    for (const text of typed)
      expect(
        await slowMs(async (attempt) => {
          await member.fill(attempt % 2 === 0 ? text : `${text} `)
          await phone.page.locator('.found, .help').first().waitFor()
        }),
        text,
      ).toBeLessThan(AT_ONCE_MS / 2)
    await member.fill('4321')
    await phone.page.locator('.found button').first().click()
    await phone.page.locator('#weight').waitFor()
  })

  test('a record is saved, listed, searched and opened at once', async () => {
    const party = await phone.do('engine.members.find("4321", 1)[0].party')
    const saved = () => phone.save({ ...DELIVERY, from_party: party })
    expect(await slowMs(saved)).toBeLessThan(AT_ONCE_MS)
    const home = async () => {
      await backHome(phone.page)
      await phone.page.locator('.tile').first().waitFor()
    }
    const listed = async () => {
      await phone.page.locator('#standing').click()
      await phone.page.locator('.entry').first().waitFor()
    }
    await home()
    let listMs = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      listMs = Math.min(listMs, await slowMs(listed, 1))
      await home()
    }
    expect(listMs).toBeLessThan(AT_ONCE_MS)
    await listed()
    for (const text of ['g', 'nakato'])
      expect(
        await slowMs((attempt) => phone.page.locator('#search').fill(attempt % 2 === 0 ? text : `${text} `)),
        text,
      ).toBeLessThan(AT_ONCE_MS)
    expect(
      await slowMs(async () => {
        await phone.page.locator('.entry').first().click()
        await phone.page.locator('.bar').waitFor()
        await phone.page.goBack()
        await phone.page.locator('.entry').first().waitFor()
      }),
    ).toBeLessThan(2 * AT_ONCE_MS)
    expect(phone.faults).toEqual([])
  })
})
