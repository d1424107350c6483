import { afterEach, describe, expect, test } from 'vitest'
import { refuseOpenNetwork } from '../../../src/appliance/tls/source.ts'
import { isLoopback, listenAddress } from '../../../src/config/addresses.ts'
import { readConfig } from '../../../src/config/config.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'

/** Who is asking, by address: the client's own, or what a named proxy says of it. */

const open: Appliance[] = []
afterEach(async () => {
  for (const a of open.splice(0)) await a.close()
})

async function guess(a: Appliance, remoteAddress: string, forwarded?: string): Promise<number> {
  const answer = await a.app.inject({
    url: '/v1/grants',
    remoteAddress,
    headers: {
      authorization: `Bearer gry_${'C'.repeat(43)}`,
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
  })
  return answer.statusCode
}

async function appliance(trustedProxy = ''): Promise<Appliance> {
  const a = await makeAppliance({ failedAuthPerMinute: '2', trustedProxy })
  open.push(a)
  return a
}

describe('the address of a client', () => {
  test('is its own: what it claims to forward is not believed', async () => {
    const a = await appliance()
    const claims = ['1.1.1.1', '2.2.2.2', '3.3.3.3']
    const answers: number[] = []
    for (const claim of claims) answers.push(await guess(a, '10.0.0.9', claim))
    expect(answers).toEqual([401, 401, 429])
  })
  test('is the forwarded one behind a proxy named in the settings', async () => {
    const a = await appliance('10.0.0.9')
    const answers: number[] = []
    for (const client of ['1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2'])
      answers.push(await guess(a, '10.0.0.9', client))
    expect(answers).toEqual([401, 401, 429, 401])
    expect(await guess(a, '10.0.0.8', '5.5.5.5')).toBe(401)
    expect(await guess(a, '10.0.0.8', '6.6.6.6')).toBe(401)
    expect(await guess(a, '10.0.0.8', '7.7.7.7')).toBe(429)
  })
  test('is the nearest one that no named proxy wrote', async () => {
    const a = await appliance('10.0.0.9')
    const answers: number[] = []
    for (const invented of ['9.1.1.1', '9.2.2.2', '9.3.3.3'])
      answers.push(await guess(a, '10.0.0.9', `${invented}, 1.1.1.1`))
    expect(answers).toEqual([401, 401, 429])
  })
})

describe('where the service answers', () => {
  const fault = (flags: Parameters<typeof readConfig>[0]): string => {
    try {
      readConfig(flags, {})
    } catch (error) {
      expect(error).toBeInstanceOf(OperatorFault)
      expect((error as OperatorFault).exitCode).toBe(2)
      return (error as OperatorFault).message
    }
    return ''
  }
  const refusal = (flags: Parameters<typeof readConfig>[0]): OperatorFault | null => {
    try {
      // Beside no data folder.
      refuseOpenNetwork(readConfig({ data: '/nonexistent', ...flags }, {}))
      return null
    } catch (error) {
      return error as OperatorFault
    }
  }
  test.each(['0.0.0.0:7373', '192.168.1.5:7373', '[::]:7373', 'granary.example:7373'])(
    '%s without TLS is refused unless the operator says so by name',
    (listen) => {
      expect(refusal({ listen })).toMatchObject({
        message: expect.stringContaining('without TLS'),
        remedy: expect.stringMatching(/^Make a certificate: granary tls init\./),
        exitCode: 2,
      })
      expect(refusal({ listen, insecureLan: true })).toBeNull()
      expect(refusal({ listen, tlsCert: 'c.pem', tlsKey: 'k.pem' })).toBeNull()
    },
  )
  test.each(['127.0.0.1:7373', '127.9.9.9:1', '[::1]:7373', 'localhost:80'])('%s needs no TLS', (listen) => {
    expect(refusal({ listen })).toBeNull()
  })
  test('certificate and key go together', () => {
    expect(fault({ tlsCert: 'c.pem' })).toContain('go together')
    expect(fault({ tlsKey: 'k.pem' })).toContain('go together')
  })
  test('every fault is told at once', () => {
    const message = fault({
      listen: 'nowhere',
      trustedProxy: 'proxy',
      maxRecordBytes: '-1',
      timeZone: 'Moon/Base',
    })
    for (const setting of ['LISTEN', 'TRUSTED_PROXY', 'MAX_RECORD_BYTES', 'TIME_ZONE'])
      expect(message).toContain(`GRANARY_${setting}`)
  })
  test('addresses are read with care', () => {
    expect(listenAddress('[::1]:80')).toEqual({ host: '::1', port: 80 })
    for (const text of ['7373', ':7373', '127.0.0.1', '127.0.0.1:', '127.0.0.1:70000', '::1:80'])
      expect(() => listenAddress(text)).toThrow('ADDRESS:PORT')
    for (const address of ['127.0.0.1', '::1', 'localhost', '::ffff:127.0.0.1'])
      expect(isLoopback(address)).toBe(true)
    for (const address of ['0.0.0.0', '::', '128.0.0.1', '127.0.0.1.evil.example', '::ffff:10.0.0.1'])
      expect(isLoopback(address)).toBe(false)
  })
})
