import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NO_BROWSER } from '../../support/browser.ts'
import { founded, json, served, temporaryFolder } from '../../support/command.ts'
import { cherries, Phone } from '../../support/field/phone.ts'
import { type Office, officeOf } from '../../support/office.ts'

interface Stored {
  readonly quantity: { readonly value: number }
  readonly derived: { readonly confirmation: { readonly confirmed: boolean } | null }
}

test.skipIf(NO_BROWSER !== '')(
  `a service that was restored from a backup gets again what it lost, once${NO_BROWSER}`,
  async () => {
    const coop = await founded()
    const first = await served(coop.data)
    let office: Office = officeOf(coop, first)
    onTestFinished(() => office.service.stop())
    const grace = await office.party('person', 'Grace Nakato', 'M-1')
    const { enrolment_code: code } = await office.did('device enrol --party', coop.cooperative)
    const phone = await Phone.at(office.url)
    await phone.open()
    await phone.enrol(code, '382915')
    await phone.until('engine.status.members > 0 && !engine.status.isBusy')
    const save = async (value: number) => {
      await phone.save(cherries(grace, coop.cooperative, value))
      await phone.settled()
    }
    const deliveries = async (): Promise<Stored[]> =>
      (await office.call('/v1/records?purpose=operations&type=delivery')).records.toSorted(
        (a: Stored, b: Stored) => a.quantity.value - b.quantity.value,
      )
    const values = async () => (await deliveries()).map(({ quantity }) => quantity.value)
    const confirm = async () => {
      const asked = `const { key, record } = engine.entries().find(({ record }) => record.type === 'delivery');
        return engine.confirmers.confirm(given, '604812', { key, record })`
      expect(await phone.do(asked, grace)).toEqual({ is: 'done' })
      await phone.settled()
    }
    const confirmations = async () =>
      (await deliveries()).map(({ derived }) => derived.confirmation?.confirmed === true)

    const { enrolment_code: hers } = await office.did('device enrol --party', grace)
    await phone.do('engine.confirmers.admit(given)', hers)
    expect(await phone.do("engine.confirmers.choosePin('604812', 'en')")).toBeNull()
    await save(1)
    await confirm()
    const folder = temporaryFolder()
    const [place, identity] = [`file:${join(folder, 'backups')}`, join(folder, 'identity.txt')]
    writeFileSync(identity, `${(await office.did('backup key')).identity}\n`)
    expect((await office.did('backup create --to', place)).code).toBe(0)
    await save(2)
    await confirm()
    expect(await confirmations()).toEqual([true, true])
    expect(await values()).toEqual([1, 2])
    const id = await phone.do('engine.entries().at(-1).record.id')
    const before = { from_party: grace, to_party: coop.cooperative, crop: 'coffee_fresh_cherry' }
    await office.append('delivery', { ...before, quantity: { value: 3, unit: 'kg' }, supersedes: id })
    await phone.do('engine.sendNow()')
    await phone.until('engine.news === 1 && !engine.status.isBusy')
    expect(await phone.do('engine.chainOf(given).newest.record.quantity.value', id)).toBe(3)

    await first.stop()
    const data = join(folder, 'data')
    expect(
      (await json('backup', 'restore', '--data', data, '--from', place, '--identity', identity)).code,
    ).toBe(0)
    expect((await json('backup', 'confirm', '--yes', '--data', data)).code).toBe(0)
    const port = new URL(first.url).port
    office = officeOf({ ...coop, data }, await served(data, { listen: `127.0.0.1:${port}` }))
    expect(await values()).toEqual([1])
    await phone.do('engine.sendNow()')
    await phone.until(
      'engine.status.waiting === 0 && engine.status.failure === null && !engine.status.isBusy',
    )
    expect(await values()).toEqual([1, 2])
    // What Grace confirmed, the phone cannot send again by itself: it no longer has her token.
    const delivery = "({ record }) => record.type === 'delivery'"
    expect(await phone.do(`engine.entries().filter(${delivery}).map(({ state }) => state)`)).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await confirmations()).toEqual([true, false])
    expect(await phone.do('engine.status.withoutToken')).toBe(2)
    expect(await phone.do('engine.confirmers.confirm(given, "604812", null)', grace)).toEqual({ is: 'done' })
    await phone.until(
      'engine.status.waiting === 0 && engine.status.withoutToken === 0 && !engine.status.isBusy',
    )
    expect(await confirmations()).toEqual([true, true])
    // The service has lost the correction, so the phone must not show it.
    expect(await phone.do('engine.chainOf(given).newest.record.quantity.value', id)).toBe(1)
    expect(await phone.do('engine.news')).toBe(0)
    expect(await phone.do('engine.status.members')).toBeGreaterThan(0)
  },
)
