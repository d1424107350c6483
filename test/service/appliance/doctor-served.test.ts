import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Check } from '../../../src/appliance/doctor/check.ts'
import { startService } from '../../../src/appliance/serve-command.ts'
import { readConfig } from '../../../src/config/config.ts'
import { assembly } from '../../../src/tasks.ts'
import { founded, json } from '../../support/command.ts'

/** What the doctor and status say of TLS is what a running service serves, and not what lies on the disk by now. */

async function beside(prepare: (data: string) => Promise<unknown>, work: (data: string) => Promise<void>) {
  const { data } = await founded()
  await prepare(data)
  const given = { data, listen: '0.0.0.0:0', insecureLan: 'true', logLevel: 'silent', minFreeBytes: '0' }
  const service = await startService(assembly, readConfig(given, {}))
  try {
    await work(data)
  } finally {
    await service.stop()
  }
}
const look = async (data: string) => {
  const { checks } = await json('doctor', '--data', data)
  const { certificate } = await json('status', '--data', data)
  const of = (number: number) => checks.find((one: Check) => one.number === number) as Check
  return { network: of(6), certificate: of(14), status: certificate }
}
const init = (data: string) => json('tls', 'init', '--data', data)

test('a certificate that was made after the start is not served: whoever is on the network reads along', () =>
  beside(
    async () => {},
    async (data) => {
      expect((await look(data)).network.remedy).toMatch(/granary tls init/)
      await init(data)
      const { network, certificate, status } = await look(data)
      expect(network).toMatchObject({
        standing: 'bad',
        remedy: expect.stringMatching(/^Restart the service/),
      })
      expect(certificate).toMatchObject({ standing: 'caution', facts: { served: false } })
      expect(status).toBeNull()
    },
  ))

test('a certificate that is served, also when its files are gone', () =>
  beside(init, async (data) => {
    const before = await look(data)
    expect([before.network.standing, before.certificate.standing]).toEqual(['good', 'good'])
    expect(before.status).toMatchObject({ source: 'made', until: expect.any(String) })
    rmSync(join(data, 'tls'), { recursive: true })
    const { network, certificate } = await look(data)
    expect(network.standing).toBe('good')
    expect(certificate).toMatchObject({
      standing: 'caution',
      finding: expect.stringMatching(/missing from the disk/),
    })
  }))
