import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { localTasks } from '../../../src/tasks.ts'
import { type House, house } from '../../support/appliance/tls/help.ts'
import { NO_BROWSER } from '../../support/browser.ts'
import { Phone } from '../../support/field/phone.ts'

/** The field page over TLS, on phones that trust the appliance's certificate, and that do not. */

describe.skipIf(NO_BROWSER !== '')(`over TLS${NO_BROWSER}`, () => {
  let h: House
  let url: string
  /** By which a browser trusts the key of the certificate, as if its authority were installed. */
  let trusted: string
  beforeAll(async () => {
    h = await house()
    h.kernel.tls.found([])
    url = `https://127.0.0.1:${(await h.serve()).port}`
    const key = createPublicKey(readFileSync(h.files.tlsServer))
    const spki = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('base64')
    trusted = `--ignore-certificate-errors-spki-list=${spki}`
  })

  test('a phone that trusts the certificate is enrolled, and opens the page without a network', async () => {
    const phone = await Phone.at(url, [trusted])
    await phone.open()
    const party = h.kernel.store.appliance.cooperative
    expect(party).not.toBeNull()
    const { enrolment_code } = await localTasks(h.kernel).run('device.enrol', 'test', {
      party: h.kernel.store.parties.id(party as number),
      lifeMs: 3_600_000,
      sinceMs: null,
    })
    await phone.enrol(enrolment_code, '382915')
    await phone.until("engine.status.worker.state === 'ready' && engine.registry.units.length > 0")
    await phone.context.setOffline(true)
    await phone.open()
    expect(await phone.do('engine.status.stage.is')).toBe('locked')
    expect(phone.faults).toEqual([])
  })

  test('a phone that went past the warning instead is told what is missing', async () => {
    const phone = await Phone.at(url, [], { ignoreHTTPSErrors: true })
    await phone.open()
    await phone.until("engine.status.stage.is === 'missing'")
    expect(await phone.do('engine.status.stage')).toEqual({ is: 'missing', what: 'worker' })
    await phone.page.getByText('does not trust the certificate').waitFor()
  })
})
