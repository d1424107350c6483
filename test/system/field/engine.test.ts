import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { enrolledPhone, fieldOffice, Phone } from '../../support/field/phone.ts'

/** The engine of the field page in a real browser, against a real service. */

const PIN = '382915604817'

const { office, newCode, delivery, stored } = await fieldOffice()

describe.skipIf(NO_BROWSER !== '')(`the field page${NO_BROWSER}`, () => {
  const ofValue = async (value: number) => (await stored()).filter(({ quantity }) => quantity.value === value)

  test('is enrolled by the address that was scanned, chooses a PIN, and fetches members and factors', async () => {
    const phone = await Phone.at(office.url)
    const code = await newCode()
    await phone.open(`#code=${code}&fingerprint=${'ab'.repeat(32)}`)
    expect(phone.page.url()).toBe(`${office.url}/field`)
    await phone.page.getByLabel('Code of the office').waitFor()
    await phone.page.getByRole('button', { name: 'Register' }).click()
    await phone.page.getByLabel('New PIN').fill(PIN)
    await phone.page.getByLabel('The same PIN again').fill(PIN)
    await phone.page.getByRole('button', { name: 'Use this PIN' }).click()
    await phone.until(
      'engine.status.members > 0 && engine.registry.crops.length > 0 && !engine.status.isBusy',
    )
    await phone.page.getByRole('heading', { name: 'Granary' }).waitFor()
    expect(phone.faults).toEqual([])
  })

  test('ten wrong PINs erase what was sent; a new code opens the rest, and it is sent', async () => {
    const phone = await enrolledPhone(office, PIN)
    await phone.save(delivery(701))
    await phone.settled()
    await phone.context.setOffline(true)
    await phone.save(delivery(702))
    await phone.do('engine.lock()')
    await phone.until("engine.status.stage.is === 'locked'")
    const left: (number | null)[] = []
    for (let i = 0; i < 10; i++) left.push(await phone.do('engine.unlock(given)', '000001'))
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(await phone.do('engine.unlock(given)', PIN)).toBe(0)
    expect(await phone.do('engine.status.stage.is')).toBe('shut')
    await phone.context.setOffline(false)
    await phone.enrol(await newCode(), '482916')
    const values = 'engine.entries().map(({ record }) => record.quantity.value)'
    expect(await phone.do(values)).toEqual([702])
    await phone.settled()
    expect(await ofValue(702)).toHaveLength(1)
    expect(await ofValue(701)).toHaveLength(1)
  })

  describe('on one phone', () => {
    let phone: Phone
    beforeAll(async () => {
      phone = await enrolledPhone(office, PIN)
    })

    test('a photograph is sent after its record, and goes on where a broken link stopped it', async () => {
      const picture = await aPicture(900, 900)
      const base64 = picture.toString('base64')
      const steps: string[] = []
      let broken = false
      await phone.context.route(/v1\/(uploads|sync\/outbox)/, async (route) => {
        const request = route.request()
        steps.push(request.method() === 'POST' ? `POST ${new URL(request.url()).pathname}` : request.method())
        if (request.method() !== 'PATCH' || broken) return route.continue()
        broken = true
        await route.fetch()
        await route.abort('connectionreset')
      })
      const code = `const bytes = Uint8Array.from(atob(given.base64), (c) => c.charCodeAt(0));
        return engine.save(given.says, { photographs: [new Blob([bytes], { type: 'image/jpeg' })] })`
      expect(await phone.do(code, { base64, says: delivery(901) })).toHaveProperty('key')
      await phone.until("engine.status.failure?.is === 'no_answer' && !engine.status.isBusy")
      expect(await phone.do('engine.status.photographs')).toBe(1)
      await phone.do('engine.sendNow()')
      await phone.until('engine.status.photographs === 0 && !engine.status.isBusy')
      expect(steps.slice(0, 4)).toEqual(['POST /v1/sync/outbox', 'POST /v1/uploads', 'PATCH', 'HEAD'])
      const [record] = (await ofValue(901)) as unknown as { evidence: { sha256: string }[] }[]
      const sha256 = record?.evidence[0]?.sha256
      const answer = await fetch(`${office.url}/v1/evidence/${sha256}?purpose=operations`, {
        headers: { authorization: `Bearer ${office.coop.token}` },
      })
      expect(answer.status).toBe(200)
    })

    test('what is saved while everything is read again is there at once', async () => {
      await phone.save(delivery(951))
      await phone.settled()
      await phone.context.setOffline(true)
      const values = await phone.do<number[]>(
        `const { decrypt } = SubtleCrypto.prototype
        let goOn
        const isAllowed = new Promise((resolve) => { goOn = resolve })
        const isReading = new Promise((reads) => {
          SubtleCrypto.prototype.decrypt = async function (...given) {
            reads()
            await isAllowed
            return decrypt.apply(this, given)
          }
        })
        void engine.sendNow(true)
        await isReading
        const saving = engine.save(given, { photographs: [new Blob(['a'], { type: 'image/jpeg' })] })
        await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, 500))])
        goOn()
        await saving
        SubtleCrypto.prototype.decrypt = decrypt
        await new Promise((resolve) => {
          const look = () => engine.status.isBusy || resolve()
          engine.subscribe(look)
          look()
        })
        const { length } = engine.photographs()
        const values = engine.entries().map(({ record }) => record.quantity.value)
        return [length, ...values.filter((value) => value > 950 && value < 960)]`,
        delivery(952),
      )
      expect(values).toEqual([1, 952, 951])
      await phone.context.setOffline(false)
      await phone.do('engine.sendNow()')
      await phone.until('engine.status.waiting === 0 && !engine.status.isBusy')
    })

    test('two tabs send once, and show the same', async () => {
      const other = await phone.tab()
      await phone.open('', other)
      expect(await phone.do('engine.unlock(given)', PIN, other)).toBeNull()
      await Promise.all([
        phone.do('engine.save(given)', delivery(1001)),
        phone.do('engine.save(given)', delivery(1002), other),
      ])
      const areSent =
        "engine.entries().filter(({ state, record }) => state === 'accepted' && record.quantity.value > 1000).length === 2"
      await phone.until(areSent)
      await phone.until(areSent, other)
      await other.close()
      expect([await ofValue(1001), await ofValue(1002)].map((found) => found.length)).toEqual([1, 1])
    })

    test('members that this phone wrote are put together once', async () => {
      await phone.context.setOffline(true)
      await phone.save({
        ...{ type: 'party', kind: 'person', party: await phone.do('engine.newId()'), display_name: 'Akello' },
        ...{ lawful_basis: 'contract_performance', occurred_at: '2026-03-01T08:00:00.000Z' },
      })
      await phone.do('engine.lock()')
      await phone.until("engine.status.stage.is === 'locked'")
      await phone.do('engine.unlock(given)', PIN)
      await phone.until('!engine.status.isBusy')
      expect(await phone.do('engine.members === engine.members')).toBe(true)
      await phone.context.setOffline(false)
    })

    test('a page that was out of sight too long is locked when it is seen, without its timer; another tab stays open', async () => {
      const other = await phone.tab()
      await phone.open('', other)
      await phone.do('engine.unlock(given)', PIN, other)
      await phone.page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        const now = Date.now
        Date.now = () => now() + 6 * 60_000
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      `)
      expect(await phone.do('engine.status.stage.is')).not.toBe('open')
      await phone.until("engine.status.stage.is === 'locked'")
      expect(await phone.do('engine.status.stage.is', null, other)).toBe('open')
      await other.close()
    })

    test('a reply that comes after everything was erased writes nothing', async () => {
      await phone.open()
      expect(await phone.do('engine.unlock(given)', PIN)).toBeNull()
      let reached = () => {}
      const isReached = new Promise<void>((resolve) => {
        reached = resolve
      })
      let answer = () => {}
      const isErased = new Promise<void>((resolve) => {
        answer = resolve
      })
      await phone.context.route('**/v1/sync/changes**', async (route) => {
        const response = await route.fetch()
        reached()
        await isErased
        await route.fulfill({ response }).catch(() => {})
      })
      const fetching = phone.do('engine.sendNow()')
      await isReached
      await phone.do('engine.lock()')
      await phone.do('engine.startOver()')
      answer()
      await fetching
      expect(await phone.do('engine.status.stage.is')).toBe('new')
      const rows = await phone.page.evaluate(`new Promise((resolve) => {
        const asked = indexedDB.open('granary-field')
        asked.onsuccess = async () => {
          const names = [...asked.result.objectStoreNames]
          const counts = names.map((name) => new Promise((done) => {
            const count = asked.result.transaction(name).objectStore(name).count()
            count.onsuccess = () => done(count.result)
          }))
          resolve((await Promise.all(counts)).reduce((sum, one) => sum + one, 0))
        }
      })`)
      expect(rows).toBe(0)
    })
  })
})
