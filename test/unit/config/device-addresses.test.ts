import { expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { deviceAddresses } from '../../../src/config/service-address.ts'

const pin = { fingerprint_sha256: 'AB', of: 'authority' } as const
const NAMES = ['localhost', 'mill.local', '127.0.0.1', '192.0.2.7', '::1', 'fd00::7', '*.coop.test']

test.each([
  [
    'every address: those of the certificate, numbers first, none of this machine alone',
    ...['0.0.0.0:7373', 'https://coop.test/', pin],
    ['https://coop.test', 'https://192.0.2.7:7373', 'https://[fd00::7]:7373', 'https://mill.local:7373'],
  ],
  ['one address', '192.0.2.7:7373', '', pin, ['https://192.0.2.7:7373']],
  ['this machine alone', '127.0.0.1:7373', '', null, ['http://127.0.0.1:7373']],
  ['behind a proxy', '127.0.0.1:7373', 'https://coop.test', null, ['https://coop.test']],
] as const)('a phone may try: %s', (_where, listen, publicUrl, known, urls) => {
  expect(deviceAddresses({ listen, publicUrl } as Config, known, NAMES)).toEqual(urls)
})
test('many addresses are cut off: nobody can choose among fifty', () => {
  const names = Array.from({ length: 50 }, (_, i) => `192.0.2.${i}`)
  const listen = '0.0.0.0:7373'
  expect(deviceAddresses({ listen, publicUrl: 'https://a.test' } as Config, pin, names).length).toBe(8)
})
